import { createFileRoute } from '@tanstack/react-router'
import { boardReader } from '#contract/who.ts'
import { BoardPage } from '#src/apps/onbreak/BoardPage.tsx'
import { boardSearch } from '#src/apps/onbreak/board-search.ts'
import { NeedsPermission } from '#src/shell/NeedsPermission.tsx'

export const Route = createFileRoute('/_in/app/onbreak/')({
  validateSearch: boardSearch,
  component: () => (
    <NeedsPermission rule={boardReader} title="On Break">
      <BoardPage />
    </NeedsPermission>
  ),
})
