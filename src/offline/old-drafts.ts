/** Drafts that nobody came back to go by themselves. */
import { attempt } from '#src/lib/attempt.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { dropDraftsWhere, readDraft } from './drafts.ts'

/** The longest that anything waits to be written to its end: a mood report, from its week's first day on. */
const KEPT_MS = 35 * DAY_MS
/** Before this there was no portal: by a clock that nobody had set, as of a device that has just got power. */
const NO_TIME_BEFORE = Date.UTC(2026, 0)

/** One that lies ahead is not old: the clock is behind by now. One of no known time counts from now. */
export const forgetOldDrafts = (): void =>
  dropDraftsWhere((key) => {
    const draft = attempt(() => readDraft(key))
    if (!draft) return true
    if (draft.at >= NO_TIME_BEFORE) return Date.now() - draft.at > KEPT_MS
    attempt(() => localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() })))
    return false
  })
