/** The form for being away: Lunch, Break or another type, and a message (spec §2, §5). */
import { NativeSelect, Textarea } from '@mantine/core'
import { IconCoffee, IconDots, IconToolsKitchen2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { type BreakInfo, type BreakStatus, BUILT_IN_BREAK_TYPES } from '#contract/apps/onbreak.ts'
import { isObject } from '#contract/records.ts'
import { codePoints, LIMITS } from '#contract/values.ts'
import { useConnection } from '#src/api/connection.ts'
import { Unreachable } from '#src/api/problem.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { breakTypes, builtInTypes } from './queries.ts'
import classes from './StatusForm.module.css'

const OTHER = 'Other'
/** Shown when the chosen type no longer exists. */
const NONE = { value: '', label: 'Choose a type…' }
const ICONS = { Lunch: IconToolsKitchen2, Break: IconCoffee, Other: IconDots } as const
type Choice = keyof typeof ICONS
const CHOICES: readonly Choice[] = [...BUILT_IN_BREAK_TYPES, OTHER]

const choiceOf = (breakType: string): Choice =>
  breakType === '' ? 'Lunch' : (BUILT_IN_BREAK_TYPES.find((type) => type === breakType) ?? OTHER)

/** The values of the fields. */
export interface Entries {
  readonly choice: Choice
  readonly other: string
  readonly message: string
}

/** Whether an unknown value has the form of (some of) the fields' values. */
export const isEntries = (fields: unknown): fields is Partial<Entries> =>
  isObject(fields) && Object.values(fields).every((value) => typeof value === 'string')

function entriesOf({
  breakType = '',
  customMessage = '',
}: Partial<Pick<BreakInfo, 'breakType' | 'customMessage'>>): Entries {
  const choice = choiceOf(breakType)
  return { choice, other: choice === OTHER ? breakType : '', message: customMessage }
}

interface StatusFormProps {
  readonly record: BreakInfo
  /** The status of the change that was refused, if any. */
  readonly draft: BreakStatus | null
  /** Fields that were changed since and not sent; the other fields show the draft or the record. */
  readonly unsent: Partial<Entries> | undefined
  readonly onChange: (unsent: Partial<Entries>) => void
  readonly busy: boolean
  /** Why nothing can be sent right now; null if it can. */
  readonly hindrance: string | null
  readonly onSubmit: (status: BreakStatus) => void
}

/** Says why there is nothing to choose under “Other”. */
function NoTypes({ isKnown, isAsked }: { readonly isKnown: boolean; readonly isAsked: boolean }) {
  if (isAsked && !isKnown) return <Loading />
  return (
    <p className="quiet">
      {isKnown
        ? 'There are no other types yet. A board admin can add some.'
        : 'The other types are shown here once the portal can be reached.'}
    </p>
  )
}

export function StatusForm({ record, draft, unsent, busy, hindrance, onChange, onSubmit }: StatusFormProps) {
  const { online } = useConnection()
  const { data: types, error, refetch } = useQuery(breakTypes)
  // Loaded for the planned minutes: while offline the due time is computed on this device.
  useQuery(builtInTypes)
  const refusal = types || error instanceof Unreachable ? null : error
  const names = types?.map(({ breakType }) => breakType) ?? []
  const { choice, other: enteredType, message } = { ...entriesOf(draft ?? record), ...unsent }
  // Deleted or renamed since it was chosen: only the person may choose another type.
  const isGone =
    types !== undefined && enteredType !== '' && enteredType !== record.breakType && !names.includes(enteredType)
  const other = isGone ? '' : enteredType
  const group = useId()
  const left = LIMITS.breakMessage - codePoints(message)
  const isTooLong = left < 0
  const breakType = choice === OTHER ? other || (isGone ? '' : (names[0] ?? '')) : choice

  const change = (part: Partial<Entries>) => onChange({ ...unsent, ...part })

  function choose(choice: Choice): void {
    // Named, so that a type that is added meanwhile does not take the place of the one on screen.
    change(choice === OTHER ? { choice, other: isGone ? enteredType : other || (names[0] ?? '') } : { choice })
    // A board stays open for days, and the socket brings no types.
    if (choice === OTHER && online && types) void refetch({ cancelRefetch: false })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isTooLong && breakType && !hindrance) onSubmit({ status: false, breakType, customMessage: message.trim() })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <fieldset className={classes.choices}>
        <legend className="visually-hidden">Away Type</legend>
        {CHOICES.map((each) => {
          const Icon = ICONS[each]
          return (
            <label key={each} className={classes.choice}>
              <input type="radio" name={group} value={each} checked={choice === each} onChange={() => choose(each)} />
              <Icon size={24} stroke={1.5} aria-hidden />
              <span>{each}</span>
            </label>
          )
        })}
      </fieldset>
      {choice === OTHER &&
        (names.length > 0 || other ? (
          <NativeSelect
            label="Type"
            value={breakType}
            onChange={(event) => change({ other: event.currentTarget.value })}
            data={isGone ? [NONE, ...names] : names.includes(other) || !other ? names : [other, ...names]}
          />
        ) : (
          !refusal && <NoTypes isKnown={types !== undefined} isAsked={online && !error} />
        ))}
      <ErrorAlert error={refusal} />
      <Textarea
        label="Message"
        placeholder="Back around two"
        autosize={false}
        rows={2}
        value={message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        error={isTooLong && `The message can have at most ${LIMITS.breakMessage} characters.`}
        description={`${LIMITS.breakMessage - left} of ${LIMITS.breakMessage}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <BusyButton type="submit" size="md" busy={busy} disabled={hindrance !== null || isTooLong || !breakType}>
        Update
      </BusyButton>
      {hindrance && <p className={classes.hindrance}>{hindrance}</p>}
    </form>
  )
}
