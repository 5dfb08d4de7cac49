/** Shows rich text. Sanitised here again: the page may run with another server than ours, which may not sanitise. */
import createPurifier from 'dompurify'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { RICH_TEXT } from '#contract/rich-text.ts'
import classes from './RichText.module.css'

const purifier = createPurifier(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'OL' || !RICH_TEXT.start.test(node.getAttribute('start') ?? '')) node.removeAttribute('start')
  if (node.nodeName !== 'A') return
  for (const [name, value] of Object.entries(RICH_TEXT.link)) node.setAttribute(name, value)
})

const RULES = {
  ALLOWED_TAGS: [...RICH_TEXT.tags],
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: RICH_TEXT.address,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

const levelOf = ({ nodeName }: Element) => Number(nodeName.slice(1))

interface RichTextProps {
  readonly html: string
  /** The level of the heading above the text. */
  readonly under: number
}

export function RichText({ html, under }: RichTextProps) {
  const clean = useMemo(() => ({ __html: purifier.sanitize(html, RULES) }), [html])
  const text = useRef<HTMLDivElement>(null)
  // Headings keep their looks, but get levels right below `under`: a screen reader's heading levels must not skip one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other headings
  useLayoutEffect(() => {
    const headings = [...(text.current?.querySelectorAll('h1, h2, h3, h4') ?? [])]
    const highest = Math.min(...headings.map(levelOf))
    for (const heading of headings) heading.setAttribute('aria-level', String(levelOf(heading) - highest + under + 1))
  }, [clean, under])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place, and the HTML is sanitised
  return <div ref={text} className={classes.text} dangerouslySetInnerHTML={clean} />
}
