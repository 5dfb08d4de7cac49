/** Reorders the todos: the new order shows at once and is saved as a whole, one save at a time. */
import { useMemo, useRef, useState } from 'react'
import { reorderTodos, type Todo } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { todos } from './queries.ts'
import { withOrder } from './todo-order.ts'

const { queryKey } = todos.all

export interface Reordering {
  /** All todos in the person's order, saved or not. */
  readonly seen: readonly Todo[] | undefined
  /** `order`: every todo of one direction. Null changes nothing. */
  readonly reorder: (order: readonly Todo[] | null) => void
  /** Why the last order was not saved. The list is then read again. */
  readonly error: unknown
}

export function useReorder(all: readonly Todo[] | undefined): Reordering {
  const [error, setError] = useState<unknown>(null)
  const [unsaved, setUnsaved] = useState<readonly Todo[] | null>(null)
  /** The order to save next. Of several, only the last is saved. */
  const wanted = useRef<readonly Todo[] | null>(null)
  const isSaving = useRef(false)
  const seen = useMemo(() => all && (unsaved ? withOrder(all, unsaved) : all), [all, unsaved])

  async function save(): Promise<void> {
    if (isSaving.current) return
    isSaving.current = true
    try {
      while (wanted.current) {
        const order = wanted.current
        wanted.current = null
        queryClient.setQueryData(queryKey, await send(reorderTodos, { body: [...order] }))
      }
    } catch (problem) {
      wanted.current = null
      setError(problem)
    } finally {
      isSaving.current = false
    }
    // A response that was in flight meanwhile may be older than the saved order.
    await queryClient.invalidateQueries({ queryKey })
    if (!isSaving.current) setUnsaved(null)
  }

  function reorder(order: readonly Todo[] | null): void {
    if (!order) return
    setError(null)
    setUnsaved(order)
    wanted.current = order
    void save()
  }

  return { seen, reorder, error }
}
