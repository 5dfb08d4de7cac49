/** What rich text may be made of (wire.md “Versions”): the server cleans by it, and the page once more what another server says. */
export const RICH_TEXT = {
  tags: [
    ...['p', 'br', 'strong', 'em', 'u', 's', 'h1', 'h2', 'h3', 'h4'],
    ...['ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
  ],
  /** Where a numbered list begins: editors make one that goes on after a paragraph, or begins at “3.” */
  start: /^\d{1,6}$/,
  /** How a link's address begins: whole, of the web or of a mailbox. What begins otherwise leads nowhere. */
  address: /^(?:https?:\/\/|mailto:)\S/i,
  /** A link opens beside the portal, and tells the other side nothing of it. */
  link: { target: '_blank', rel: 'noopener noreferrer nofollow' },
} as const
