/**
 * Drafts: what somebody is writing and has not sent. Written to localStorage synchronously with every key press, so
 * that nothing is lost with the page. A draft is deleted once it is sent, at the person's sign-out, and when nobody
 * comes back to it (`old-drafts.ts`). A session that ended by itself leaves it for the person's return, like the
 * changes that wait to be sent.
 */
import { isObject } from '#contract/records.ts'
import { attempt } from '#src/lib/attempt.ts'

const PREFIX = 'portal.draft:'

interface Draft {
  /** When it was last written, in milliseconds. */
  readonly at: number
  readonly values: unknown
}

const ofPerson = (userId: number) => `${PREFIX}${userId}:`
const keyOf = (userId: number, name: string) => ofPerson(userId) + name

/** Returns the draft stored under a key, null if there is none. Throws if it cannot be read. */
export function readDraft(key: string): Draft | null {
  const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
  return isObject(draft) && typeof draft.at === 'number' ? { at: draft.at, values: draft.values } : null
}

/** Stores a draft. Returns whether it is on disk now. */
export const saveDraft = (userId: number, name: string, values: unknown): boolean =>
  attempt(() => {
    localStorage.setItem(keyOf(userId, name), JSON.stringify({ at: Date.now(), values } satisfies Draft))
    return true
  }) ?? false

/** Returns the draft's values as they were stored, unchecked; null if there is none. */
export const draftOf = (userId: number, name: string): unknown =>
  attempt(() => readDraft(keyOf(userId, name))?.values) ?? null

export function dropDraft(userId: number, name: string): void {
  attempt(() => localStorage.removeItem(keyOf(userId, name)))
}

/** Deletes every draft on this device, of every person, whose storage key satisfies `isGone`. */
export function dropDraftsWhere(isGone: (key: string) => boolean): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && isGone(key)) localStorage.removeItem(key)
  })
}

/** Whether the person has a draft on this device that their sign-out would delete. */
export const hasDrafts = (userId: number): boolean =>
  attempt(() => Object.keys(localStorage).some((key) => key.startsWith(ofPerson(userId)))) ?? false

/** Deletes all drafts of a person who signs out. */
export const forgetDrafts = (userId: number): void => dropDraftsWhere((key) => key.startsWith(ofPerson(userId)))
