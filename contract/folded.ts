/** Accents of Latin, Greek and Cyrillic letters. Other scripts' marks are letters of their own: が is not か. */
const ACCENTS = /[\u0300-\u036f]/g
/** Latin letters that no accent makes of others, and the typesetter's apostrophe. */
const SPELT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', '’': "'" }
const SPELLABLE = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'g')

/** Small letters as any keyboard has them. */
export const spelt = (text: string) => text.replace(SPELLABLE, (letter) => SPELT[letter] ?? letter)

/** Text as it is searched: without case, and without accents, which not everybody's keyboard has. */
export const folded = (text: string) => spelt(text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase())
