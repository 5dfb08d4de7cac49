/** The todos of one direction; the order is changed with arrows or by dragging. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Todo } from '#contract/apps/checklist.ts'
import { useFirstRows } from '#src/lib/use-first-rows.ts'
import { TodoRow } from './TodoRow.tsx'
import classes from './TodosPage.module.css'
import { type Move, moveByStep, moveOnto } from './todo-order.ts'
import type { TodoSearch } from './todo-search.ts'

/** Pixels the pointer must move before a press on the handle becomes a drag. */
const DRAG_PX = 4

const INSTRUCTIONS =
  'Press space or enter to lift a todo, the arrow keys to move it, space or enter again to put it down, and escape to leave it where it was.'

interface TodoListProps {
  /** All todos of the direction. */
  readonly list: readonly Todo[]
  /** The todos left by the department filter. */
  readonly shown: readonly Todo[]
  readonly search: TodoSearch
  readonly disabled: boolean
  readonly onReorder: (move: Move | null) => void
  readonly onDelete: (todo: Todo) => void
}

/** Returns how a screen reader names a todo: its title and its position. */
function wordsFor(shown: readonly Todo[]) {
  const place = (id: string | number) => shown.findIndex((todo) => todo._id === id) + 1
  return {
    title: (id: string | number) => shown.find((todo) => todo._id === id)?.customMessage ?? '',
    at: (id: string | number) => `place ${place(id)} of ${shown.length}`,
  }
}

/** Returns the screen reader announcements of a drag. */
function announcementsOf(shown: readonly Todo[]): Announcements {
  const { title, at } = wordsFor(shown)
  /** Id of the todo whose position was announced last, so that no position is announced twice in a row. */
  let announcedOver: string | number | undefined
  return {
    onDragStart({ active }) {
      announcedOver = active.id
      return `${title(active.id)} is lifted from ${at(active.id)}.`
    },
    onDragOver({ active, over }) {
      if (!over || over.id === announcedOver) return undefined
      announcedOver = over.id
      return `${title(active.id)} is at ${at(over.id)}.`
    },
    onDragEnd: ({ active, over }) => (over ? `${title(active.id)} is put down at ${at(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${title(active.id)} stays at ${at(active.id)}.`,
  }
}

/** Puts a lifted todo back. The library knows no other way than its Escape key, by `code`: dialogs look at `key`. */
const cancelDrag = () => document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape' }))

export function TodoList({ list, shown, search, disabled, onReorder, onDelete }: TodoListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const most = useFirstRows()
  const ids = useMemo(() => shown.map(({ _id }) => _id), [shown])
  const announcements = useMemo(() => announcementsOf(shown), [shown])
  /** Id of the todo that an arrow has just moved. */
  const stepped = useRef<number>(undefined)
  const [isAt, setAt] = useState('')
  // The handlers stay the same functions, so that a row renders again only if its own todo has changed.
  const step = useCallbackRef((id: number, by: 1 | -1) => {
    const move = moveByStep(list, shown, id, by)
    if (!move) return
    stepped.current = id
    onReorder(move)
  })
  useEffect(() => {
    const id = stepped.current
    stepped.current = undefined
    if (id === undefined) return
    const { title, at } = wordsFor(shown)
    setAt(`${title(id)} is at ${at(id)}.`)
  }, [shown])
  useEffect(() => {
    if (disabled) cancelDrag()
  }, [disabled])
  const remove = useCallbackRef((id: number) => {
    const found = list.find(({ _id }) => _id === id)
    if (found) onDelete(found)
  })
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onReorder(moveOnto(list, Number(active.id), Number(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragEnd={drop}
    >
      <p className="visually-hidden" role="status">
        {isAt}
      </p>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes.list}>
          {shown.slice(0, most).map((todo, index) => (
            <TodoRow
              key={todo._id}
              todo={todo}
              search={search}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
              disabled={disabled}
              onStep={step}
              onDelete={remove}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
