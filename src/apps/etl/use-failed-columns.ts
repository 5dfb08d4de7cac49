/**
 * The columns of the failed steps as rendered, depending on the filter, the possible actions and the width of the
 * window.
 */
import { useCallbackRef, useMediaQuery } from '@mantine/hooks'
import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { usePhone } from '#src/ui/use-phone.ts'
import { allColumns, narrowed, openColumns } from './failed-columns.tsx'
import type { SeenRun } from './use-runs.ts'

/** Below this width a table scrolls in its card (DataTable.module.css). */
const NARROW = '(max-width: 74.99em)'

/** Whether the window is wider than a phone but too narrow for all columns. */
function useTablet(): boolean {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const isPhone = usePhone()
  return isNarrow && !isPhone
}

interface ColumnsOptions {
  readonly showsAll: boolean
  readonly selected: ReadonlySet<number>
  readonly onSelected: Dispatch<SetStateAction<ReadonlySet<number>>>
  readonly onOpen: (run: SeenRun) => void
  readonly onResolve: (run: SeenRun) => void
  readonly hindrance: string | null
}

/**
 * Returns all columns and, as `drawn`, those that fit. Both stay the same objects while they show the same, so that no
 * row renders again.
 */
export function useFailedColumns({ showsAll, selected, onSelected, onOpen, onResolve, hindrance }: ColumnsOptions) {
  const open = useCallbackRef(onOpen)
  const resolve = useCallbackRef(onResolve)
  const columns = useMemo(() => {
    if (showsAll) return allColumns(open)
    const onSelect = ({ _id }: SeenRun, isSelected: boolean) =>
      onSelected((before) => {
        const after = new Set(before)
        if (isSelected) after.add(_id)
        else after.delete(_id)
        return after
      })
    return openColumns({ selected, onSelect, onOpen: open, onResolve: resolve, hindrance })
  }, [showsAll, selected, onSelected, hindrance, open, resolve])
  const isTablet = useTablet()
  const drawn = useMemo(() => (isTablet ? narrowed(columns) : columns), [isTablet, columns])
  return { columns, drawn, isTablet }
}
