/** The name of a display in the list, with a button that turns it into a form to rename it. */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type Display, renameDisplay } from '#contract/apps/displays.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { storedAlike, useConflictMerge } from '#src/forms/merge-conflicts.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { InPlaceForm, useFirstField } from '#src/screen/InPlaceForm.tsx'
import card from '#src/ui/Card.module.css'
import { useEditInPlace } from '#src/ui/use-edit-in-place.ts'
import classes from './DisplaysPage.module.css'

interface DisplayNameProps {
  readonly display: Display
  readonly online: boolean
  /** Returns the name as the server has it by now. */
  readonly fetchName: (display: Display) => Promise<string>
  /** Saves on the server. Rejects with the server's problem. */
  readonly onRename: (display: Display, name: string) => Promise<void>
}

const CONFLICT_OPTIONS = {
  fieldNames: { name: 'Name' },
  button: 'Save',
  isSame: storedAlike(renameDisplay.body),
}

function NameForm({ display, online, fetchName, onRename, onClose }: DisplayNameProps & { onClose: () => void }) {
  // Read once: the list is polled while somebody types.
  const [opened] = useState(() => ({ name: display.name }))
  const merge = useConflictMerge(opened, CONFLICT_OPTIONS)
  const form = useForm({
    // A name of its own, since several forms on the screen have this field. Mantine allows only letters, numbers and dashes.
    name: useId().replaceAll('_', ''),
    initialValues: opened,
    validate: (values) => fieldErrors(renameDisplay.body, values),
  })
  const { submit, busy, error, onInvalid } = useSubmit(form, async (values) => {
    const { name } = merge(values, { name: await fetchName(display) })
    await onRename(display, name)
    onClose()
  })
  const isDirty = (values: typeof opened) => values.name !== opened.name
  return (
    <InPlaceForm
      online={online}
      busy={busy}
      error={error}
      isDirty={() => isDirty(form.getValues())}
      onSubmit={form.onSubmit((values) => (isDirty(values) ? submit(values) : onClose()), onInvalid)}
      onClose={onClose}
    >
      <TextInput
        ref={useFirstField()}
        className={classes.newName}
        label="New name"
        aria-label={`New name of ${display.name}`}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </InPlaceForm>
  )
}

export function DisplayName(props: DisplayNameProps) {
  const { name } = props.display
  const { isEditing, setEditing, opener } = useEditInPlace()
  if (isEditing)
    return (
      <div className={classes.naming}>
        <NameForm {...props} onClose={() => setEditing(false)} />
      </div>
    )
  return (
    <span className={classes.named}>
      {name}
      <button
        ref={opener}
        type="button"
        className={card.icon}
        aria-label={`Rename ${name}`}
        title={`Rename ${name}`}
        disabled={!props.online}
        onClick={() => setEditing(true)}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </button>
    </span>
  )
}
