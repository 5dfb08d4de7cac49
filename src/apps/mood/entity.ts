/** Name of one person's report of one week on this device: the order key of its change, and the name of its draft. */
import type { Row } from '#src/offline/row.ts'

export const entityOf = (period: number) => `mood:${period}`

/** Returns the week that a kept report is about. It is known even after the text was blanked. */
export const periodOf = ({ entity }: Pick<Row, 'entity'>): number => Number(/^mood:(\d+)$/.exec(entity)?.[1])
