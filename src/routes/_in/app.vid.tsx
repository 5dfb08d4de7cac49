import { createFileRoute } from '@tanstack/react-router'
import { VideosPage } from '#src/apps/videos/VideosPage.tsx'
import { mustWatchVideos } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/vid')({
  beforeLoad: mustWatchVideos,
  component: VideosPage,
})
