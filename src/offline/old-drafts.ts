/** Deletes drafts that nobody came back to. */
import { attempt } from '#src/lib/attempt.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { dropDraftsWhere, readDraft } from './drafts.ts'

/** The longest that any draft waits to be finished: a mood report, counted from the first day of its week. */
const KEPT_MS = 35 * DAY_MS
/**
 * There was no portal before this: an earlier time comes from a clock that nobody had set, as on a device just powered
 * on.
 */
const NO_TIME_BEFORE = Date.UTC(2026, 0)

/**
 * Deletes drafts that are too old. One dated in the future is not old: the clock is behind now. One of no known time
 * counts from now.
 */
export const forgetOldDrafts = (): void =>
  dropDraftsWhere((key) => {
    const draft = attempt(() => readDraft(key))
    if (!draft) return true
    if (draft.at >= NO_TIME_BEFORE) return Date.now() - draft.at > KEPT_MS
    attempt(() => localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() })))
    return false
  })
