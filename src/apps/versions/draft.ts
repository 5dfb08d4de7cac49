/** The unsaved draft of a version that the device keeps. */
import * as z from 'zod/mini'
import type { Version } from '#contract/apps/versions.ts'
import { draftOf, dropDraft } from '#src/offline/drafts.ts'

export type Values = Pick<Version, 'title' | 'text'>

const Written = z.object({ title: z.string(), text: z.string() })
/** `over`: the saved version the draft was begun from. Drafts of earlier releases lack it. */
const Kept = z.extend(Written, { over: z.optional(Written) })
export type Kept = z.infer<typeof Kept>

export const draftName = (id: number) => `version:${id}`

/** Returns a stored draft; null if its shape is unknown. */
export const readKept = (held: unknown): Kept | null => Kept.safeParse(held).data ?? null

/** Returns the unsaved draft of a version; null if there is none. */
export const keptOf = (userId: number, id: number): Kept | null => readKept(draftOf(userId, draftName(id)))

export const dropKept = (userId: number, id: number): void => dropDraft(userId, draftName(id))
