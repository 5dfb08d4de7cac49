/** Reorders the todos: a move shows at once and is saved with the whole order, one save at a time. */
import { useMemo, useRef, useState } from 'react'
import { reorderTodos, type Todo } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { Conflict } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { registerUnsaved } from '#src/lib/unsaved.ts'
import { todos } from '../queries.ts'
import { afterMove, inDirection, type Move, withMoves } from './todo-order.ts'

const { queryKey } = todos.all

export interface Reordering {
  /** All todos in the person's order, saved or not. */
  readonly seen: readonly Todo[] | undefined
  /** Null changes nothing. */
  readonly reorder: (move: Move | null) => void
  /** Why the last moves were not saved. They are undone then. */
  readonly error: unknown
}

/**
 * Saves moves of one direction and returns all todos. They are made in the list as it is now: the order on this page may
 * be old, and would undo what others have moved since. Throws if a todo of the moves is gone, and what `send` throws.
 */
async function saveMoves(moves: readonly Move[], isOffboarding: boolean): Promise<readonly Todo[]> {
  const all = await queryClient.fetchQuery({ ...todos.all, staleTime: 0 })
  const list = inDirection(all, isOffboarding)
  const gone = moves
    .flatMap(({ moved, beside }) => [moved, beside])
    .find(({ _id }) => !list.some((todo) => todo._id === _id))
  if (gone) throw new Conflict(`“${gone.customMessage}” is no longer in this list. Please check it and try again.`)
  const order = moves.reduce<readonly Todo[]>(afterMove, list)
  if (order !== list) await send(reorderTodos, { body: [...order] })
  return withMoves(all, moves)
}

/** The last save under way, also that of a screen left since: the next begins after it. Never rejects. */
let saving: Promise<void> = Promise.resolve()

/** Runs `work`, which goes on if the person opens another screen; whoever reloads or closes the page is asked first. */
async function whileUnsaved(work: () => Promise<void>): Promise<void> {
  const askBeforeUnload = (event: Event) => event.preventDefault()
  const unregister = registerUnsaved(() => true)
  window.addEventListener('beforeunload', askBeforeUnload)
  saving = saving.then(work)
  await saving
  window.removeEventListener('beforeunload', askBeforeUnload)
  unregister()
}

export function useReorder(all: readonly Todo[] | undefined): Reordering {
  const [error, setError] = useState<unknown>(null)
  /** The moves that are not saved yet, in the order in which they were made. */
  const [unsaved, setUnsaved] = useState<readonly Move[]>([])
  /** Those to save next. */
  const queued = useRef<readonly Move[]>([])
  const isSaving = useRef(false)
  const seen = useMemo(() => all && withMoves(all, unsaved), [all, unsaved])

  async function saveWanted(): Promise<void> {
    for (let [first] = queued.current; first; [first] = queued.current) {
      const { isOffboarding } = first.moved
      const isOther = ({ moved }: Move) => moved.isOffboarding !== isOffboarding
      const moves = queued.current.filter((move) => !isOther(move))
      queued.current = queued.current.filter(isOther)
      try {
        const saved = await saveMoves(moves, isOffboarding)
        // A list that is on its way may be older than the saved order.
        await queryClient.cancelQueries({ queryKey })
        queryClient.setQueryData<readonly Todo[]>(queryKey, saved)
        setUnsaved((before) => before.filter((move) => !moves.includes(move)))
      } catch (problem) {
        // Later moves of this direction were made in the order that was not saved.
        queued.current = queued.current.filter(isOther)
        setUnsaved((before) => before.filter(isOther))
        setError(problem)
      }
    }
  }

  async function save(): Promise<void> {
    if (isSaving.current) return
    isSaving.current = true
    await whileUnsaved(saveWanted)
    isSaving.current = false
    await queryClient.invalidateQueries({ queryKey })
  }

  function reorder(move: Move | null): void {
    if (!move) return
    setError(null)
    setUnsaved((before) => [...before, move])
    queued.current = [...queued.current, move]
    void save()
  }

  return { seen, reorder, error }
}
