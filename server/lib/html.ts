/** Escapes text for HTML, between tags or within a quoted attribute. Pure. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
