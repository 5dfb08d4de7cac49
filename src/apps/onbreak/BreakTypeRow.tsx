/** A break type that can be edited in place. Types that are not built in can also be renamed and deleted. */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { createBreakType } from '#contract/apps/onbreak.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { isSameNumber, storedAlike, useConflictMerge } from '#src/forms/merge-conflicts.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { InPlaceForm, useFirstField } from '#src/screen/InPlaceForm.tsx'
import card from '#src/ui/Card.module.css'
import { DeleteButton } from '#src/ui/DeleteButton.tsx'
import { useEditInPlace } from '#src/ui/use-edit-in-place.ts'
import classes from './BreakTypesPage.module.css'
import { type BreakTypeValues, type BreakTypeWords, bodyOf, inWords, isSame, valuesOf } from './break-type-form.ts'

interface BreakTypeRowProps {
  readonly type: BreakTypeWords
  readonly online: boolean
  /** Returns the type as the server has it by now; undefined if it is gone. */
  readonly fetchFresh: () => Promise<BreakTypeWords | undefined>
  /** Saves on the server. Rejects with the server's problem. */
  readonly onSave: (values: BreakTypeValues, before: BreakTypeValues) => Promise<void>
  /** Absent for a built-in type, which cannot be renamed either. */
  readonly onDelete?: () => Promise<void>
  readonly onEditing?: (isEditing: boolean) => void
}

const CONFLICT_OPTIONS = {
  fieldNames: { breakType: 'Name', plannedMinutes: 'Planned minutes' },
  button: 'Save',
  isSame: storedAlike(createBreakType.body, { plannedMinutes: isSameNumber }),
}

function EditForm({
  type,
  online,
  fetchFresh,
  onSave,
  onDelete,
  onClose,
}: BreakTypeRowProps & { onClose: () => void }) {
  const field = useFirstField()
  // Read once: the list may be refetched while somebody types.
  const [opened] = useState(() => valuesOf(type))
  const merge = useConflictMerge(opened, CONFLICT_OPTIONS)
  const form = useForm({
    // A name of its own, since several forms on the screen have these fields and an invalid one is looked up in this
    // form. Mantine allows only letters, numbers and dashes in it.
    name: useId().replaceAll('_', ''),
    initialValues: opened,
    validate: (values) => fieldErrors(createBreakType.body, bodyOf(values, opened)),
  })
  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async (values) => {
      const now = valuesOf((await fetchFresh()) ?? type)
      await onSave(merge(values, now), now)
      onClose()
    },
    { conflict: 'breakType' },
  )
  return (
    <InPlaceForm
      online={online}
      busy={busy}
      error={error}
      isDirty={() => !isSame(form.getValues(), opened)}
      onSubmit={form.onSubmit((values) => (isSame(values, opened) ? onClose() : submit(values)), onInvalid)}
      onClose={onClose}
    >
      {onDelete ? (
        <TextInput
          ref={field}
          className={classes.name}
          label="New name"
          aria-label={`New name of ${type.breakType}`}
          autoComplete="off"
          {...form.getInputProps('breakType')}
        />
      ) : (
        <span className={`${card.name} ${classes.name}`}>{type.breakType}</span>
      )}
      <TextInput
        {...(onDelete ? {} : { ref: field })}
        className={classes.minutes}
        label="Planned minutes"
        aria-label={`Planned minutes of ${type.breakType}`}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('plannedMinutes')}
      />
    </InPlaceForm>
  )
}

/** The content of a type's list item: the type with its buttons, or the form while it is edited. */
export function BreakTypeRow(row: BreakTypeRowProps) {
  const { type, online, onDelete, onEditing } = row
  const name = type.breakType
  const { isEditing, setEditing, opener } = useEditInPlace()
  const edit = (next: boolean) => {
    setEditing(next)
    onEditing?.(next)
  }

  if (isEditing) return <EditForm {...row} onClose={() => edit(false)} />
  return (
    <>
      <span className={card.what}>
        <span className={card.name}>{name}</span>
        {!onDelete && <span className={card.fixed}>Built in</span>}
        {type.plannedMinutes !== undefined && <span className={card.fixed}>{inWords(type.plannedMinutes)}</span>}
      </span>
      <button
        ref={opener}
        type="button"
        className={card.icon}
        aria-label={`Edit ${name}`}
        title={`Edit ${name}`}
        disabled={!online}
        onClick={() => edit(true)}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </button>
      {onDelete ? (
        <DeleteButton
          name={name}
          prompt="Are you sure you want to delete this break type?"
          disabled={!online}
          onDelete={onDelete}
        />
      ) : (
        <span className={classes.noButton} />
      )}
    </>
  )
}
