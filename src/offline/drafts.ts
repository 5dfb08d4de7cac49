/**
 * What somebody is writing and has not sent: on the disk with every key, so that nothing is lost with the page. Written
 * synchronously; gone once it is sent, at the person's sign-out, and by itself when nobody comes back to it. A session
 * that ended by itself leaves it for the person's return, as it does with what waits to be sent.
 */
import { attempt } from '#src/lib/attempt.ts'

const PREFIX = 'portal.draft:'

interface Draft {
  /** When it was last written, in milliseconds. */
  readonly at: number
  readonly values: unknown
}

const ofPerson = (userId: number) => `${PREFIX}${userId}:`
const keyOf = (userId: number, what: string) => ofPerson(userId) + what

/** Throws where it cannot be read. */
export function readDraft(key: string): Draft | null {
  const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
  const isDraft = typeof draft === 'object' && draft !== null && 'at' in draft && typeof draft.at === 'number'
  return isDraft ? (draft as Draft) : null
}

/** Whether it is on the disk now. */
export const saveDraft = (userId: number, what: string, values: unknown): boolean =>
  attempt(() => {
    localStorage.setItem(keyOf(userId, what), JSON.stringify({ at: Date.now(), values } satisfies Draft))
    return true
  }) ?? false

/** As it was written, unchecked; null where there is none. */
export const draftOf = (userId: number, what: string): unknown =>
  attempt(() => readDraft(keyOf(userId, what))?.values) ?? null

export function dropDraft(userId: number, what: string): void {
  attempt(() => localStorage.removeItem(keyOf(userId, what)))
}

/** Of everybody on this device. */
export function dropDraftsWhere(isGone: (key: string) => boolean): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && isGone(key)) localStorage.removeItem(key)
  })
}

/** Whether the person has begun something on this device that would go at their sign-out. */
export const hasDrafts = (userId: number): boolean =>
  attempt(() => Object.keys(localStorage).some((key) => key.startsWith(ofPerson(userId)))) ?? false

/** The person signs out. */
export const forgetDrafts = (userId: number): void => dropDraftsWhere((key) => key.startsWith(ofPerson(userId)))
