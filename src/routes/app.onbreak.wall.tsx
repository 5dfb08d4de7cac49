import { createFileRoute } from '@tanstack/react-router'
import { BrokenWall, WallPage } from '#src/apps/onbreak/wall/WallPage.tsx'

/** Outside the signed-in layout, because a screen without a signed-in person opens it too. */
export const Route = createFileRoute('/app/onbreak/wall')({
  component: WallPage,
  errorComponent: BrokenWall,
})
