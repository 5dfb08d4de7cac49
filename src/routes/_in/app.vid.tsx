import { createFileRoute } from '@tanstack/react-router'
import { mustWatchVideos } from '#src/shell/guards.ts'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/app/vid')({
  beforeLoad: mustWatchVideos,
  component: () => <NotBuiltYetPage title="Videos" />,
})
