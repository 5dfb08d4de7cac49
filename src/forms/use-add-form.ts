/** For forms that add to the list below them: once the list has the new entry, the form is ready for the next. */
import type { UseFormReturnType } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { focusAfter } from '#src/lib/focus-after.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { type OutcomePart, useFailure } from '#src/ui/use-outcome.ts'
import { setUntouched } from './server-values.ts'
import { useFormPersistence } from './use-form-persistence.ts'
import { useSubmit } from './use-submit.ts'

interface Options<Values> {
  /**
   * Sends the entry. `headersFor` returns headers with an idempotency key, so that a repeat after a lost answer adds
   * nothing twice.
   */
  readonly add: (values: Values, headersFor: (body: object) => Record<string, string>) => Promise<unknown>
  readonly refresh: () => Promise<unknown>
  /** The field that gets the focus for the next entry. */
  readonly firstField: keyof Values & string
  /** The sentence that is shown once the entry is added. */
  readonly outcome: string
  /** Returns the values that the next entry starts with. Without it, the form goes back to its initial values. */
  readonly next?: (sent: Values) => Values
  /** The field that a conflict is about, such as a name that is taken. */
  readonly conflict?: keyof Values & string
}

/**
 * Extends `useSubmit`; the outcome is that of `part`. What is typed is restored as by `usePersistedSubmit`. Anything typed
 * while an entry is being added stays, and a focus moved meanwhile is not taken back.
 */
export function useAddForm<Values extends object>(
  form: UseFormReturnType<Values>,
  part: OutcomePart,
  { add, refresh, firstField, outcome, next = () => form.getInitialValues(), conflict }: Options<Values>,
) {
  const [keys] = useState(repeatKeys)
  useFormPersistence(form, keys)
  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async (values) => {
      const focus = focusAfter()
      await add(values, (body) => keys.headers('add', body))
      keys.forget()
      await refresh()
      const blank = next(values)
      const isTyped = setUntouched(form, values, blank)
      form.resetDirty(blank)
      if (!isTyped) focus(() => form.getInputNode(firstField)?.focus())
      part.setOutcome(outcome)
    },
    { conflict },
  )
  const failure = useFailure(error, part)
  const check = form.onSubmit(submit, onInvalid)
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    part.setOutcome('')
    check(event)
  }
  return { onSubmit, busy, failure }
}
