/** A break type that can be renamed where it stands, and deleted. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { updateBreakType } from '#contract/apps/onbreak.ts'
import { send } from '#src/api/call.ts'
import { fieldErrors } from '#src/lib/form-errors.ts'
import { useSubmit } from '#src/lib/use-submit.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import classes from './BreakTypesPage.module.css'

interface BreakTypeRowProps {
  readonly id: number
  readonly name: string
  readonly online: boolean
  /** Hears the new name, as the server keeps it. */
  readonly onRenamed: (name: string) => Promise<void>
  readonly onDelete: () => Promise<void>
}

function RenameForm({
  id,
  name,
  online,
  onRenamed,
  onClose,
}: Omit<BreakTypeRowProps, 'onDelete'> & { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const form = useForm({
    initialValues: { breakType: name },
    validate: (values) => fieldErrors(updateBreakType.body, values),
  })
  const { submit, busy, error } = useSubmit(form, async (body: typeof form.values) => {
    const { breakType } = await send(updateBreakType, { params: { id }, body })
    await onRenamed(breakType)
    onClose()
  })
  return (
    <form
      noValidate
      className={classes.rename}
      onSubmit={form.onSubmit((values) => (values.breakType === name ? onClose() : submit(values)))}
      onKeyDown={(event) => {
        // An input method uses the key for itself.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !busy) onClose()
      }}
    >
      <ErrorAlert error={error} />
      <div className={classes.field}>
        <TextInput
          ref={field}
          aria-label={`New name of ${name}`}
          autoComplete="off"
          {...form.getInputProps('breakType')}
        />
        <Button type="submit" loading={busy} disabled={!online}>
          Save
        </Button>
        <Button variant="default" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What stands in its line of the list. */
export function BreakTypeRow({ onDelete, ...type }: BreakTypeRowProps) {
  const { name, online } = type
  const pencil = useRef<HTMLButtonElement>(null)
  const [isRenaming, setRenaming] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) pencil.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])

  if (isRenaming) return <RenameForm {...type} onClose={() => setRenaming(false)} />
  return (
    <>
      <span className={classes.name}>{name}</span>
      <ActionIcon
        ref={pencil}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Rename ${name}`}
        disabled={!online}
        onClick={() => setRenaming(true)}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ConfirmButton
        name={name}
        prompt="Are you sure you want to delete this break type?"
        action="Delete"
        aria-label={`Delete ${name}`}
        variant="subtle"
        color="gray"
        size="sm"
        px="xs"
        fw={500}
        loading={isGoing}
        disabled={!online}
        onConfirm={() => {
          setGoing(true)
          void onDelete().finally(() => setGoing(false))
        }}
      >
        Delete
      </ConfirmButton>
    </>
  )
}
