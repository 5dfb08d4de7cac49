/**
 * What rich text may contain (wire.md “Versions”). The server cleans by this list, and the page does so again, because the
 * text may come from another server.
 */
export const RICH_TEXT = {
  tags: [
    ...['p', 'br', 'strong', 'em', 'u', 's', 'h1', 'h2', 'h3', 'h4'],
    ...['ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
  ],
  /** Valid `start` of a numbered list: editors write it for a list that continues after a paragraph, or begins at “3.” */
  start: /^\d{1,6}$/,
  /** How a link's address must begin: a whole one, of the web or of a mailbox. Any other link leads nowhere. */
  address: /^(?:https?:\/\/|mailto:)\S/i,
  /** Attributes of a link: it opens in a new tab, and the target learns nothing about the portal. */
  link: { target: '_blank', rel: 'noopener noreferrer nofollow' },
} as const
