/** What the device keeps of what is written of a version and not saved. */
import * as z from 'zod/mini'
import type { Version } from '#contract/apps/versions.ts'
import { draftOf, dropDraft } from '#src/offline/drafts.ts'

export type Values = Pick<Version, 'title' | 'text'>

const Written = z.object({ title: z.string(), text: z.string() })
/** `over`: what was saved as it was begun; those of an earlier release do not say. */
const Kept = z.extend(Written, { over: z.optional(Written) })
export type Kept = z.infer<typeof Kept>

export const draftName = (id: number) => `version:${id}`

/** Null where it is nothing that we would have kept. */
export const readKept = (held: unknown): Kept | null => Kept.safeParse(held).data ?? null

/** What was written here and not saved; null where there is nothing. */
export const keptOf = (userId: number, id: number): Kept | null => readKept(draftOf(userId, draftName(id)))

export const dropKept = (userId: number, id: number): void => dropDraft(userId, draftName(id))
