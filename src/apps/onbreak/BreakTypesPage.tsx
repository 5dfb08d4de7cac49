/** The page where a board admin manages the break types beyond Lunch and Break (wire.md “On break”). */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type BreakType,
  BUILT_IN_BREAK_TYPES,
  createBreakType,
  deleteBreakType,
  listBreakTypes,
  listBuiltInBreakTypes,
  planBuiltInBreakType,
  updateBreakType,
} from '#contract/apps/onbreak.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { Unreachable } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useAddForm } from '#src/forms/use-add-form.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { EmptyState } from '#src/screen/EmptyState.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import { type OutcomePart, useOutcome } from '#src/ui/use-outcome.ts'
import { useRemoval } from '#src/ui/use-removal.ts'
import { BreakTypeRow } from './BreakTypeRow.tsx'
import classes from './BreakTypesPage.module.css'
import { type BreakTypeValues, type BreakTypeWords, bodyOf, inWords, minutesOf, valuesOf } from './break-type-form.ts'
import { breakTypes, builtInTypes } from './queries.ts'

/** Refetches the types, which the board's own form offers too. */
const refresh = () =>
  Promise.all([breakTypes, builtInTypes].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

/**
 * Reads a type without updating the list on screen: a row that disappears from it would take along what was typed and
 * the server's error.
 */
const typeNow = async (id: number) => (await send(listBreakTypes)).find(({ _id }) => _id === id)
/** Reads a built-in type; undefined on another server, which has no such call. */
const builtInNow = async (name: BreakTypeWords['breakType']) =>
  (await unlessUnknown(send(listBuiltInBreakTypes), [])).find(({ breakType }) => breakType === name)

/** Adds types that are being edited here but were deleted by somebody else, at their place by name. */
const withOpen = (types: readonly BreakType[], open: readonly BreakType[]): readonly BreakType[] =>
  open.reduce((all, type) => {
    if (all.some(({ _id }) => _id === type._id)) return all
    const next = all.findIndex(({ breakType }) => compareText(breakType, type.breakType) > 0)
    return all.toSpliced(next < 0 ? all.length : next, 0, type)
  }, types)

const NOTHING = valuesOf({ breakType: '' })

interface PartProps extends OutcomePart {
  readonly online: boolean
}

function AddForm({ online, ...part }: PartProps) {
  const form = useForm({
    initialValues: NOTHING,
    validate: (values) => fieldErrors(createBreakType.body, bodyOf(values, NOTHING)),
  })
  const { onSubmit, busy, failure } = useAddForm(form, part, {
    add: (values, headersFor) => {
      const body = bodyOf(values, NOTHING)
      return send(createBreakType, { body, headers: headersFor(body) })
    },
    refresh,
    firstField: 'breakType',
    outcome: 'The break type was added.',
    conflict: 'breakType',
  })
  return (
    <form noValidate className={card.line} onSubmit={onSubmit}>
      <ErrorAlert error={failure} />
      <div className={card.field}>
        <TextInput label="Break type" aria-required autoComplete="off" {...form.getInputProps('breakType')} />
        <TextInput
          className={classes.minutes}
          label="Planned minutes"
          placeholder="None"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('plannedMinutes')}
        />
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Add
        </BusyButton>
      </div>
      <UnsavedChanges isDirty={() => form.getValues().breakType.trim() !== ''} />
    </form>
  )
}

function TypeList({ online, ...part }: PartProps) {
  const { setOutcome } = part
  const { data, error } = useQuery(breakTypes)
  const { data: builtIn, error: builtInError } = useQuery(builtInTypes)
  // That the portal cannot be reached is said above.
  const unplanned = builtIn || builtInError instanceof Unreachable ? null : builtInError
  const { heading, refusal, remove } = useRemoval(part, refresh)
  /** The types whose rows are being edited. */
  const [open, setOpen] = useState<readonly BreakType[]>([])
  const shown = data && withOpen(data, open)

  function editing(type: BreakType, isEditing: boolean) {
    setOpen((open) => [...open.filter(({ _id }) => _id !== type._id), ...(isEditing ? [type] : [])])
    // The row of a deleted type disappears with its form, which had the focus: the heading takes it.
    if (!isEditing && !data?.includes(type)) heading.current?.focus()
  }

  async function changed(before: BreakTypeValues, { breakType, plannedMinutes }: BreakTypeWords) {
    await refresh()
    if (breakType !== before.breakType) setOutcome(`Renamed to ${breakType}.`)
    else if (plannedMinutes === undefined) setOutcome(`${breakType} has no planned minutes now.`)
    else setOutcome(`${breakType} is planned for ${inWords(plannedMinutes)} now.`)
  }

  return (
    <section aria-labelledby="types">
      <h2 id="types" ref={heading} tabIndex={-1}>
        All types
      </h2>
      <ErrorAlert error={refusal || (data ? null : error) || unplanned} />
      <ul className={card.rows}>
        {BUILT_IN_BREAK_TYPES.map((breakType) => {
          const type = builtIn?.find((each) => each.breakType === breakType) ?? { breakType }
          return (
            <li key={breakType} className={card.row}>
              <BreakTypeRow
                type={type}
                online={online}
                fetchFresh={() => builtInNow(breakType)}
                onSave={async (values, before) => {
                  const body = { breakType, plannedMinutes: minutesOf(values) }
                  await changed(before, await send(planBuiltInBreakType, { body }))
                }}
              />
            </li>
          )
        })}
        {shown?.map((type) => (
          <li key={type._id} className={card.row}>
            <BreakTypeRow
              type={type}
              online={online}
              onEditing={(isEditing) => editing(type, isEditing)}
              fetchFresh={() => typeNow(type._id)}
              onSave={async (values, before) => {
                const body = bodyOf(values, before)
                await changed(before, await send(updateBreakType, { params: { id: type._id }, body }))
              }}
              onDelete={() => remove(() => sendDeletion(deleteBreakType, type._id), 'The break type was deleted.')}
            />
          </li>
        ))}
      </ul>
      {shown?.length === 0 && (
        <p className={classes.empty}>No other types yet. What you add here can be chosen as “Other” on the board.</p>
      )}
      {!data && !error && <Loading />}
    </section>
  )
}

const LEAD =
  'Lunch and Break are always there. Add, change and delete the others here. For types with planned minutes the board shows when somebody is due back.'

/** A screen of its own, since types are changed rarely and by few people. */
export function BreakTypesPage() {
  const isOther = useIsOther()
  const { online } = useConnection()
  const { outcome, partOf } = useOutcome()
  return (
    <div className={card.page}>
      <SubPage title="Break Types" lead={!isOther && LEAD} parent={<Link to="/app/onbreak">On Break</Link>}>
        {isOther ? (
          <EmptyState drawing="closed-door">This portal’s break types cannot be changed here.</EmptyState>
        ) : (
          <div className={card.settings}>
            <AddForm online={online} {...partOf('add')} />
            <p className={online ? card.said : card.hindrance} role="status">
              {online ? outcome : 'You are offline. Break types can be changed once the portal is back.'}
            </p>
            <TypeList online={online} {...partOf('list')} />
          </div>
        )}
      </SubPage>
    </div>
  )
}
