/** Release notes: wire.md “Versions”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, LIMITS, requiredText, text } from '../values.ts'
import { admin, signedIn } from '../who.ts'

export const Version = z.object({
  _id: Id,
  title: z.string(),
  /** HTML, sanitized by the server against an allow list. */
  text: z.string(),
  createdAt: z.string(),
})
export type Version = z.infer<typeof Version>

export const listVersions = call({
  method: 'GET',
  path: '/api/versions/all/',
  summary: 'All release notes, newest first',
  who: signedIn,
  answer: z.array(Version),
  cached: true,
  etag: true,
})

export const getVersion = call({
  method: 'GET',
  path: '/api/versions/:id/',
  summary: 'One release note',
  who: signedIn,
  params: IdParams,
  answer: Version,
  cached: true,
})

export const updateVersion = call({
  method: 'PUT',
  path: '/api/versions/:id/',
  summary: 'Change a release note',
  who: admin,
  params: IdParams,
  body: z.strictObject({
    title: requiredText(LIMITS.title, 'Title'),
    text: text(LIMITS.versionText, 'The text').check(z.minLength(1, 'The text is required.')),
  }),
  answer: Version,
})

export const createVersion = call({
  method: 'POST',
  path: '/api/versions/',
  summary: 'Create an empty release note',
  who: admin,
  answer: Version,
  status: 201,
  ours: true,
})

export const deleteVersion = call({
  method: 'DELETE',
  path: '/api/versions/:id/',
  summary: 'Delete a release note',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})
