import { createFileRoute } from '@tanstack/react-router'
import { BrokenWall, WallPage } from '#src/apps/onbreak/wall/WallPage.tsx'

/** Outside the signed-in frame: a screen that nobody is signed in on opens it as well. */
export const Route = createFileRoute('/app/onbreak/wall')({
  component: WallPage,
  errorComponent: BrokenWall,
})
