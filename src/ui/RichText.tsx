/** Rich text as somebody wrote it, to be read. Cleaned once more here: the portal's own server is not the only one there is. */
import createPurifier from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

const purifier = createPurifier(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer nofollow')
})

const RULES = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'em', 'u', 's', 'h1', 'h2', 'h3', 'h4'],
    ...['ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => ({ __html: purifier.sanitize(html, RULES) }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place where it is, behind the purifier
  return <div className={classes.text} dangerouslySetInnerHTML={clean} />
}
