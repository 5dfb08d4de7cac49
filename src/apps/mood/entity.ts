/** What the report of one week of one person is called on this device: the order unit of its change, and its draft. */
import type { Row } from '#src/offline/row.ts'

export const entityOf = (period: number) => `mood:${period}`

/** The week that a kept report is about: known also once its text is blanked. */
export const periodOf = ({ entity }: Pick<Row, 'entity'>): number => Number(/^mood:(\d+)$/.exec(entity)?.[1])
