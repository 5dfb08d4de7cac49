/** Saves the form of a video: first its file, then its fields. */
import { useState } from 'react'
import { createVideo, updateVideo, type Video } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { Conflict, Problem } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { storedAlike, useConflictMerge } from '#src/forms/merge-conflicts.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { videos } from './queries.ts'
import { UploadCancelled, useVideoUpload } from './use-video-upload.ts'

export interface VideoValues {
  readonly title: string
  readonly description: string
  readonly place: 'link' | 'file'
  readonly url: string
  /** Null keeps the file that the video has, if any. */
  readonly file: File | null
}

const CONFLICT_OPTIONS = {
  fieldNames: { title: 'Title', description: 'Description', url: 'Address' },
  button: 'Update',
  isSame: storedAlike(updateVideo.body),
}

/** `video`: the video to change, as it was when the form was opened; null adds one. */
export function useSaveVideo(video: Video | null) {
  const { title = '', url = '', description = '' } = video ?? {}
  const [keys] = useState(repeatKeys)
  const merge = useConflictMerge({ title, description, url }, CONFLICT_OPTIONS)
  const { progress, upload, cancel, forget } = useVideoUpload()

  async function placeOf({ place, url, file }: VideoValues): Promise<{ url?: string; upload?: string }> {
    // An unchanged link is not sent, since somebody else may have changed it.
    if (place === 'link') return video && url === video.url ? {} : { url }
    return file ? { upload: await upload(file) } : {}
  }

  async function add(values: VideoValues): Promise<void> {
    const place = await placeOf(values)
    const body = { title: values.title, description: values.description, ...place }
    await send(createVideo, { body, headers: keys.headers('add', body) })
  }

  async function change({ _id }: Video, values: VideoValues): Promise<void> {
    const now = (await queryClient.fetchQuery({ ...videos, staleTime: 0 })).find((each) => each._id === _id)
    const typed = {
      title: values.title,
      description: values.description,
      url: values.place === 'link' ? values.url : url,
    }
    const { title, description } = now ? merge(typed, now) : typed
    const body = { title, description, ...(await placeOf(values)) }
    // An upload can be used once, so its repeat needs the key. Without a file no key: repeating the same values changes
    // nothing, and they must replace what somebody else has set since.
    const headers = body.upload ? keys.headers('change', body) : {}
    await send(updateVideo, { params: { id: _id }, body, headers })
  }

  /** Throws what the server refuses. Returns false if the upload was cancelled and nothing was changed. */
  async function save(values: VideoValues): Promise<boolean> {
    try {
      await (video ? change(video, values) : add(values))
    } catch (problem) {
      if (problem instanceof UploadCancelled) return false
      // The next press replaces what somebody else has set: the answer to the first must not be repeated for it.
      if (problem instanceof Conflict) keys.forget()
      // The upload already belongs to a video, or it has expired; the list shows which.
      if (problem instanceof Problem && problem.status === 404) {
        forget()
        void queryClient.invalidateQueries({ queryKey: videos.queryKey })
      }
      throw problem
    }
    await queryClient.invalidateQueries({ queryKey: videos.queryKey })
    return true
  }

  return { save, progress, cancel }
}
