/** The calls of the videos. */
import * as calls from '#contract/apps/videos.ts'
import { type Route, route } from '../../http/route.ts'
import { videos } from './store.ts'

export const videosRoutes: readonly Route[] = [
  route(calls.listVideos, ({ db }) => videos(db).all()),
  route(calls.createVideo, ({ db, body, now }) => videos(db).add(body, now)),
  route(calls.updateVideo, ({ db, params, body, now }) => videos(db).update(params.id, body, now)),
  route(calls.deleteVideo, ({ db, params, now }) => videos(db).remove(params.id, now)),
]
