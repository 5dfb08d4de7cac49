/** Counts the nominations and collects the reasons (spec §2). Voters are not named. */
import type { MoodReport } from '#contract/apps/mood.ts'
import { compareText } from '#src/lib/compare-text.ts'

export interface Nominee {
  /** The user's id, or the name if the user no longer exists. */
  readonly key: string
  readonly name: string
  readonly votes: number
  /** Sorted by text, so that the order does not reveal who wrote which. */
  readonly reasons: readonly string[]
}

/** Returns the nominees, most votes first, then by name. */
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
