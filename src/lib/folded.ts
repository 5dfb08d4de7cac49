/** Accents of Latin, Greek and Cyrillic letters. Other scripts' marks are letters of their own: が is not か. */
const ACCENTS = /[\u0300-\u036f]/g

/** Text as it is searched: without case, and without accents, which not everybody's keyboard has. */
export const folded = (text: string) => text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
