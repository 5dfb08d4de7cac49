/** Text as it is searched: composed, so that an accent typed as two characters finds the one that was stored, and without case. */
export const folded = (text: string) => text.normalize('NFC').toLowerCase()
