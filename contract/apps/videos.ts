/** The company's videos for its employees: links to other sites, or files that the portal stores. All ours. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, LIMITS, requiredText, text } from '../values.ts'
import { admin, videoWatcher } from '../who.ts'

export const Video = z.object({
  _id: Id,
  title: z.string(),
  /** An https address; `''` if the portal stores the file. */
  url: z.string(),
  description: z.string(),
  /** The file that the portal stores. */
  file: z.optional(z.object({ type: z.string(), size: z.number() })),
})
export type Video = z.infer<typeof Video>

const LONGEST_URL = 2_000
/**
 * Whether a URL is https and has a dot in its host. Only one of the dots can match, or a long text would be scanned once
 * for each of them.
 */
const isHttps = (url: string) => /^https:\/\/[^\s/?#][^\s/?#.]*\.\S+$/i.test(url)

/** Largest video file, in bytes. */
export const MAX_VIDEO_BYTES = 209_715_200
export const VIDEO_TOO_LARGE = 'The file is larger than 200 MB.'
/** Largest part of an upload, in bytes. Each part is safe once it has arrived, and small enough for a proxy's limit. */
export const VIDEO_PART_BYTES = 1_048_576

const NO_UPLOAD = 'The upload is unknown or has expired.'
const Upload = z.string(NO_UPLOAD).check(z.regex(/^[0-9a-f]{32}$/, NO_UPLOAD))
const VideoBody = z.strictObject({
  title: requiredText(LIMITS.title, 'Title'),
  description: z.optional(text(LIMITS.description, 'Description').check(z.trim())),
  /** For a link. */
  url: z.optional(
    requiredText(LONGEST_URL, 'Address').check(
      z.refine(isHttps, 'The address must be a whole one that begins with https://.'),
    ),
  ),
  /** For a file: the id of the finished upload. */
  upload: z.optional(Upload),
})
type Source = Pick<z.infer<typeof VideoBody>, 'url' | 'upload'>

const isNotBoth = z.refine<Source>(({ url, upload }) => url === undefined || upload === undefined, {
  message: 'A video is either a link or a file.',
  path: ['upload'],
})
const hasSource = z.refine<Source>(({ url, upload }) => url !== undefined || upload !== undefined, {
  message: 'Address is required.',
  path: ['url'],
})

export const listVideos = call({
  method: 'GET',
  path: '/api/videos/',
  summary: 'All videos, in the order in which they were added',
  who: videoWatcher,
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
  body: VideoBody.check(isNotBoth, hasSource),
  answer: Video,
  status: 201,
  refuses: [404, 507],
  ours: true,
})

export const updateVideo = call({
  method: 'PUT',
  path: '/api/videos/:id/',
  summary: 'Change a video; without a link or file its source stays',
  who: admin,
  params: IdParams,
  body: VideoBody.check(isNotBoth),
  answer: Video,
  refuses: [507],
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

export const beginVideoUpload = call({
  method: 'POST',
  path: '/api/videos/uploads/',
  summary: 'Begin to upload the file of a video',
  who: admin,
  answer: z.object({ upload: z.string() }),
  status: 201,
  refuses: [507],
  ours: true,
})

export const putVideoPart = call({
  method: 'PUT',
  path: '/api/videos/uploads/:upload/:offset/',
  summary: 'Bytes of the file, from any offset up to what has arrived; sending the same bytes again is harmless',
  who: admin,
  params: z.object({
    upload: Upload,
    offset: z.pipe(
      z.union([z.string(), z.number()]).check(z.refine((offset) => /^\d{1,9}$/.test(String(offset)))),
      z.transform(Number),
    ),
  }),
  body: 'bytes',
  bodyLimit: VIDEO_PART_BYTES,
  /** How many bytes the server has. */
  answer: z.object({ size: z.number() }),
  refuses: [409, 507],
  ours: true,
})

export const dropVideoUpload = call({
  method: 'DELETE',
  path: '/api/videos/uploads/:upload/',
  summary: 'Discard an unfinished upload',
  who: admin,
  params: z.object({ upload: Upload }),
  answer: null,
  status: 204,
  ours: true,
})

export const getVideoAddress = call({
  method: 'GET',
  path: '/api/videos/:id/address/',
  summary: 'A URL that plays the file of a video for some hours, while the session lives',
  who: videoWatcher,
  params: IdParams,
  answer: z.object({ url: z.string() }),
  ours: true,
})
