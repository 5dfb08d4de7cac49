/** Who was nominated how often, and why (spec §2). Nobody who voted is named. */
import type { MoodReport } from '#contract/apps/mood.ts'
import { compareText } from '#src/lib/compare-text.ts'

export interface Nominee {
  /** An id, or the name of somebody who is gone. */
  readonly key: string
  readonly name: string
  readonly votes: number
  /** In an order that does not tell who wrote which. */
  readonly reasons: readonly string[]
}

/** Most votes first, then by name. */
export function nomineesOf(reports: readonly MoodReport[]): Nominee[] {
  const found = new Map<string, { name: string; votes: number; reasons: string[] }>()
  for (const { nominatedEmployee, nominatedEmployeeName: name, nominatedText } of reports) {
    if (name === '') continue
    const key = String(nominatedEmployee ?? name)
    const nominee = found.get(key) ?? { name, votes: 0, reasons: [] }
    found.set(key, nominee)
    nominee.votes++
    if (nominatedText.trim() !== '') nominee.reasons.push(nominatedText)
  }
  return [...found]
    .map(([key, nominee]) => ({ key, ...nominee, reasons: nominee.reasons.toSorted(compareText) }))
    .sort((a, b) => b.votes - a.votes || compareText(a.name, b.name))
}
