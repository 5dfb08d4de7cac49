/** The calls of the videos. */
import * as calls from '#contract/apps/videos.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { VideoFiles } from './files.ts'
import { addressOf } from './play.ts'
import { addVideo, fileOfVideo, listVideos, removeVideo, updateVideo } from './store.ts'

const filesOf = ({ config }: Pick<Deps, 'config'>) => new VideoFiles(config.dataDir)

/** Takes the upload that a body names. A file that ends up with no video is removed by the purge. */
const taken = async (deps: Pick<Deps, 'config'>, { upload }: { readonly upload?: string | undefined }) =>
  upload === undefined ? {} : { file: await filesOf(deps).take(upload) }

export const videosRoutes: readonly Route[] = [
  route(calls.listVideos, ({ db }) => listVideos(db)),
  route(calls.createVideo, {
    prepare: ({ deps, body }) => taken(deps, body),
    run: ({ db, body, now }, file) => addVideo(db, { ...body, ...file }, now),
  }),
  route(calls.updateVideo, {
    prepare: async ({ db, deps, params, body }) => {
      // Checked before the file is taken: an abandoned upload is kept for a day, the file of no video for 30.
      await fileOfVideo(db, params.id)
      return taken(deps, body)
    },
    run: async ({ db, deps, params, body, now, afterwards }, file) => {
      const { after, replacedFile } = await updateVideo(db, params.id, { ...body, ...file }, now)
      if (replacedFile !== null) afterwards(() => filesOf(deps).remove(replacedFile))
      return after
    },
  }),
  route(calls.deleteVideo, async ({ db, deps, params, now, afterwards }) => {
    const file = await removeVideo(db, params.id, now)
    if (file !== null) afterwards(() => filesOf(deps).remove(file))
  }),

  route(calls.beginVideoUpload, {
    prepare: ({ deps }) => filesOf(deps).begin(),
    run: async (_input, upload) => ({ upload }),
  }),
  route(calls.putVideoPart, {
    prepare: ({ deps, params, body }) => {
      if (body.length === 0) throw badRequest('There is nothing in this part.')
      return filesOf(deps).put(params.upload, params.offset, body)
    },
    run: async (_input, size) => ({ size }),
  }),
  route(calls.dropVideoUpload, {
    prepare: ({ deps, params }) => filesOf(deps).drop(params.upload),
    run: async () => {},
  }),
  route(calls.getVideoAddress, async ({ db, params, caller, now }) => {
    const name = await fileOfVideo(db, params.id)
    if (!name) throw notFound('This video has no file.')
    return { url: await addressOf(db, name, caller.sessionId, now) }
  }),
]
