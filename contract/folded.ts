/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts stay: they make other letters (が is not か). */
const ACCENTS = /[\u0300-\u036f]/g
/** Latin letters that do not decompose into a base letter and an accent, and the typographic apostrophe. */
const SPELT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', '’': "'" }
const SPELLABLE = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'g')

/** Replaces such letters in a lower-case text with letters that every keyboard has. */
export const toPlainLetters = (text: string) => text.replace(SPELLABLE, (letter) => SPELT[letter] ?? letter)

/** Folds a text for search: removes case, and accents, which not every keyboard can type. */
export const foldForSearch = (text: string) =>
  toPlainLetters(text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase())
