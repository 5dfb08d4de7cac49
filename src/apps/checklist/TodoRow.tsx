/** A todo in its list: dragged by its handle, with a pointer or the keyboard, or moved by its arrows. */
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Todo } from '#contract/apps/checklist.ts'
import classes from './TodosPage.module.css'
import type { TodoSearch } from './todo-search.ts'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

interface TodoRowProps {
  readonly todo: Todo
  readonly search: TodoSearch
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly disabled: boolean
  /** Always the same functions: of many rows only those are drawn again that have changed. */
  readonly onStep: (id: number, step: 1 | -1) => void
  readonly onDelete: (todo: Todo) => void
}

export const TodoRow = memo(function TodoRow(props: TodoRowProps) {
  const { todo, search, isFirst, isLast, disabled, onStep, onDelete } = props
  const { _id: id, customMessage: title, empType, moreInfo } = todo
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled,
  })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        disabled={disabled}
        aria-label={`Drag ${title}`}
      >
        <IconGripVertical {...icon} />
      </button>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.facts}>
          <span className={classes.dept}>{empType}</span>
          <span className={classes.details}>{moreInfo}</span>
        </span>
      </div>
      <div className={classes.actions}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Move ${title} up`}
          disabled={disabled || isFirst}
          onClick={() => onStep(id, -1)}
        >
          <IconChevronUp {...icon} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Move ${title} down`}
          disabled={disabled || isLast}
          onClick={() => onStep(id, 1)}
        >
          <IconChevronDown {...icon} />
        </ActionIcon>
        <Link
          to="/app/onboarding/todos/$id/edit"
          params={{ id: String(id) }}
          state={{ todoList: search }}
          className={classes.edit}
          aria-label={`Edit ${title}`}
          title={`Edit ${title}`}
        >
          <IconPencil {...icon} />
        </Link>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Delete ${title}`}
          disabled={disabled}
          onClick={() => onDelete(todo)}
        >
          <IconTrash {...icon} />
        </ActionIcon>
      </div>
    </li>
  )
})
