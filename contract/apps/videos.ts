/** The videos that the company shows its people: titles, and where each is to be seen. All ours. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, LIMITS, requiredText, text } from '../values.ts'
import { admin, either, has } from '../who.ts'

export const Video = z.object({
  _id: Id,
  title: z.string(),
  /** https */
  url: z.string(),
  description: z.string(),
})
export type Video = z.infer<typeof Video>

const LONGEST_URL = 2_000
const isHttps = (url: string) => /^https:\/\/[^\s/?#]+\.[^\s]+$/i.test(url)

const VideoBody = z.strictObject({
  title: requiredText(LIMITS.title, 'Title'),
  url: requiredText(LONGEST_URL, 'Address').check(
    z.refine(isHttps, 'The address must be a whole one that begins with https://.'),
  ),
  description: z.optional(text(LIMITS.description, 'Description').check(z.trim())),
})

export const listVideos = call({
  method: 'GET',
  path: '/api/videos/',
  summary: 'All videos, in the order in which they were added',
  who: either(admin, has('isCEP')),
  answer: z.array(Video),
  cached: true,
  etag: true,
  ours: true,
})

export const createVideo = call({
  method: 'POST',
  path: '/api/videos/',
  summary: 'Add a video',
  who: admin,
  body: VideoBody,
  answer: Video,
  status: 201,
  ours: true,
})

export const updateVideo = call({
  method: 'PUT',
  path: '/api/videos/:id/',
  summary: 'Change a video',
  who: admin,
  params: IdParams,
  body: VideoBody,
  answer: Video,
  ours: true,
})

export const deleteVideo = call({
  method: 'DELETE',
  path: '/api/videos/:id/',
  summary: 'Take a video off the list',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})
