/** Rich text as somebody wrote it, to be read. Cleaned once more here: the portal's own server is not the only one there is. */
import createPurifier from 'dompurify'
import { useMemo } from 'react'
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

export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => ({ __html: purifier.sanitize(html, RULES) }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place where it is, behind the purifier
  return <div className={classes.text} dangerouslySetInnerHTML={clean} />
}
