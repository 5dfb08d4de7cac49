/** The unsaved draft of a version that the device keeps. */
import * as z from 'zod/mini'
import type { Version } from '#contract/apps/versions.ts'
import { draftOf, dropDraft } from '#src/offline/drafts.ts'

export type VersionValues = Pick<Version, 'title' | 'text'>

const DraftFields = z.object({ title: z.string(), text: z.string() })
/** `over`: the saved version the draft was begun from. Drafts of earlier releases lack it. */
const VersionDraft = z.extend(DraftFields, { over: z.optional(DraftFields) })
export type VersionDraft = z.infer<typeof VersionDraft>

export const draftName = (id: number) => `version:${id}`

/** Returns a stored draft; null if its shape is unknown. */
export const parseVersionDraft = (held: unknown): VersionDraft | null => VersionDraft.safeParse(held).data ?? null

/** Returns the unsaved draft of a version; null if there is none. */
export const versionDraftOf = (userId: number, id: number): VersionDraft | null =>
  parseVersionDraft(draftOf(userId, draftName(id)))

export const dropVersionDraft = (userId: number, id: number): void => dropDraft(userId, draftName(id))
