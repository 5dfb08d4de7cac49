/** A todo in its list, moved with the arrows or by dragging its handle with a pointer or the keyboard. */
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconChevronDown, IconChevronUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { Todo } from '#contract/apps/checklist.ts'
import card from '#src/ui/Card.module.css'
import { dueWords, OWNER_WORDS } from '../due.ts'
import { LinkedText } from '../LinkedText.tsx'
import classes from './TodosPage.module.css'
import type { TodoSearch } from './todo-search.ts'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

interface TodoRowProps {
  readonly todo: Todo
  readonly search: TodoSearch
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly disabled: boolean
  readonly onStep: (id: number, step: 1 | -1) => void
  readonly onDelete: (id: number) => void
}

interface BodyProps extends Omit<TodoRowProps, 'todo'>, Pick<Todo, 'empType' | 'customMessage' | 'moreInfo'> {
  readonly id: number
  /** When the task is due and whose task it is; empty where neither was set. */
  readonly terms: string
}

interface ButtonProps {
  readonly label: string
  /**
   * The portal is offline, or the todo can go no further in this direction. The button keeps the focus: the line will be
   * back, and the next press on the other arrow would undo the move.
   */
  readonly isRefused: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Plain buttons for speed: each of up to 200 rows has three. */
const Button = ({ label, isRefused, onClick, children }: ButtonProps) => (
  <button
    type="button"
    className={card.icon}
    aria-label={label}
    title={label}
    aria-disabled={isRefused || undefined}
    // The second click of a double click would hit another row, the one that has moved under the pointer.
    onClick={({ detail }) => isRefused || (detail < 2 && onClick())}
  >
    {children}
  </button>
)

/** Memoized, because a drag updates each of up to 200 rows at every step; the contents render only when they change. */
const Body = memo(function Body(props: BodyProps) {
  const {
    id,
    customMessage: title,
    empType,
    terms,
    moreInfo,
    search,
    isFirst,
    isLast,
    disabled,
    onStep,
    onDelete,
  } = props
  return (
    <>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.facts}>
          {empType}
          {terms && ' · '}
          {terms && <span className={classes.terms}>{terms}</span>}
        </span>
        <span className={classes.details} title={moreInfo}>
          <LinkedText text={moreInfo} />
        </span>
      </div>
      <div className={classes.actions}>
        <Button label={`Move ${title} up`} isRefused={disabled || isFirst} onClick={() => onStep(id, -1)}>
          <IconChevronUp {...icon} />
        </Button>
        <Button label={`Move ${title} down`} isRefused={disabled || isLast} onClick={() => onStep(id, 1)}>
          <IconChevronDown {...icon} />
        </Button>
        <Link
          to="/app/onboarding/todos/$id/edit"
          params={{ id: String(id) }}
          state={{ todoList: search }}
          className={card.icon}
          aria-label={`Edit ${title}`}
          title={`Edit ${title}`}
        >
          <IconPencil {...icon} />
        </Link>
        <Button label={`Delete ${title}`} isRefused={disabled} onClick={() => onDelete(id)}>
          <IconTrash {...icon} />
        </Button>
      </div>
    </>
  )
})

/** `onStep` and `onDelete` must be stable functions. */
export function TodoRow({ todo, disabled, ...rest }: TodoRowProps) {
  const { _id: id, customMessage, empType, moreInfo, owner = 'admin' } = todo
  const terms = [dueWords(todo), owner === 'admin' ? null : OWNER_WORDS[owner]].filter(Boolean).join(' · ')
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
        // They say that it is disabled offline, and leave it the focus: the line will be back.
        {...attributes}
        {...listeners}
        aria-label={`Drag ${customMessage}`}
        title={`Drag ${customMessage}`}
      >
        <IconGripVertical {...icon} />
      </button>
      <Body id={id} {...{ customMessage, empType, terms, moreInfo, disabled }} {...rest} />
    </li>
  )
}
