import { createFileRoute } from '@tanstack/react-router'
import { boardReader } from '#contract/who.ts'
import { BoardPage } from '#src/apps/onbreak/BoardPage.tsx'
import { boardSearch } from '#src/apps/onbreak/board-search.ts'
import { loadBoard } from '#src/apps/onbreak/load-board.ts'
import { NeedsPermission } from '#src/shell/NeedsPermission.tsx'

export const Route = createFileRoute('/_in/app/onbreak/')({
  validateSearch: boardSearch,
  loader: loadBoard,
  // Otherwise each change of a filter would run the loader again.
  shouldReload: false,
  component: () => (
    <NeedsPermission rule={boardReader} title="On Break">
      <BoardPage />
    </NeedsPermission>
  ),
})
