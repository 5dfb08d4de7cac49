/** Converts lists pasted from Word, which are paragraphs with their bullet as text, to real lists. */

const LEVEL = /mso-list:\s*\S+\s+level(\d+)/i
const NUMBERED = /^\s*(?:\d+|[a-z]{1,4})[.)]/i

const levelOf = (element: Element | null): number => {
  const style = element?.nodeName === 'P' ? (element.getAttribute('style') ?? '') : ''
  return Number(LEVEL.exec(style)?.[1] ?? 0)
}

/** Removes the bullet from the paragraph and returns its text. */
function takeBullet(paragraph: Element): string {
  const bullet = [...paragraph.querySelectorAll('[style]')].find((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const text = bullet?.textContent ?? ''
  bullet?.remove()
  return text
}

/** Returns pasted HTML with Word's lists as real lists; HTML without them is returned unchanged. */
export function withWordLists(html: string): string {
  if (!LEVEL.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  /** The open lists, outermost first. */
  const open: { readonly level: number; readonly list: Element }[] = []
  for (const paragraph of page.querySelectorAll('p')) {
    const level = levelOf(paragraph)
    if (level === 0) continue
    const kind = NUMBERED.test(takeBullet(paragraph)) ? 'ol' : 'ul'
    const isNext = paragraph.previousElementSibling === open[0]?.list
    while (open.length > 0 && (!isNext || (open.at(-1)?.level ?? 0) > level)) open.pop()
    if (open.length === 1 && open[0]?.level === level && open[0].list.localName !== kind) open.pop()
    const item = page.createElement('li')
    const around = open.at(-1)
    if (around?.level === level) around.list.append(item)
    else {
      const list = page.createElement(kind)
      list.append(item)
      if (around) around.list.lastElementChild?.append(list)
      else paragraph.before(list)
      open.push({ level, list })
    }
    item.append(paragraph)
  }
  return page.body.innerHTML
}
