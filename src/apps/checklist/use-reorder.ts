/** Reorders the todos: the new order shows at once and is saved as a whole, one save at a time. */
import { useMemo, useRef, useState } from 'react'
import { reorderTodos, type Todo } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { todos } from './queries.ts'
import { withOrder } from './todo-order.ts'

const { queryKey } = todos.all

/** Orders by direction (`isOffboarding`). */
type Orders = ReadonlyMap<boolean, readonly Todo[]>
const NONE: Orders = new Map()

const withOrders = (all: readonly Todo[], orders: Orders): readonly Todo[] =>
  [...orders.values()].reduce<readonly Todo[]>(withOrder, all)

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
  const [unsaved, setUnsaved] = useState(NONE)
  /** The orders to save next. Of several of one direction, only the last is saved. */
  const wanted = useRef(new Map<boolean, readonly Todo[]>())
  const isSaving = useRef(false)
  const seen = useMemo(() => all && withOrders(all, unsaved), [all, unsaved])

  async function save(): Promise<void> {
    if (isSaving.current) return
    isSaving.current = true
    // Also visits an order that is set while an earlier one is being saved.
    for (const [isOffboarding, order] of wanted.current) {
      wanted.current.delete(isOffboarding)
      try {
        queryClient.setQueryData(queryKey, await send(reorderTodos, { body: [...order] }))
      } catch (problem) {
        // A later order of this direction is made of the refused one.
        wanted.current.delete(isOffboarding)
        setError(problem)
      }
    }
    isSaving.current = false
    // A response that was in flight meanwhile may be older than the saved order.
    await queryClient.invalidateQueries({ queryKey })
    if (!isSaving.current) setUnsaved(NONE)
  }

  function reorder(order: readonly Todo[] | null): void {
    const [first] = order ?? []
    if (!order || !first) return
    setError(null)
    setUnsaved((orders) => new Map(orders).set(first.isOffboarding, order))
    wanted.current.set(first.isOffboarding, order)
    void save()
  }

  return { seen, reorder, error }
}
