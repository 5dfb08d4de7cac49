/** Adds to the list below the form, one after the other: once the list has what was added the form is ready for the next. */
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { focusAfter } from '#src/lib/focus-after.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { setUnlessTyped } from './set-unless-typed.ts'
import { useKeptSubmit } from './use-kept-submit.ts'

interface Options<Values> {
  /** Sends it. `headersFor` what is sent: after a lost answer the same once more is not added twice. */
  readonly add: (values: Values, headersFor: (body: object) => Record<string, string>) => Promise<unknown>
  readonly refresh: () => Promise<unknown>
  /** Where the next one begins. */
  readonly firstField: keyof Values & string
  readonly onAdded: () => void
  /** What the next one has of the one before; without it the form is blank again. */
  readonly next?: (sent: Values) => Values
  /** The field that a conflict is about: a name that is taken. */
  readonly conflict?: keyof Values & string
}

/** As `useKeptSubmit`. What is typed while one is added stays, and so does the focus of whoever has gone on. */
export function useAddForm<Values extends object>(
  form: UseFormReturnType<Values>,
  { add, refresh, firstField, onAdded, next = () => form.getInitialValues(), conflict }: Options<Values>,
) {
  const [keys] = useState(repeatKeys)
  return useKeptSubmit(
    form,
    async (values: Values) => {
      const focus = focusAfter()
      await add(values, (body) => keys.headers('add', body))
      keys.forget()
      await refresh()
      const blank = next(values)
      const isTyped = setUnlessTyped(form, values, blank)
      form.resetDirty(blank)
      if (!isTyped) focus(() => form.getInputNode(firstField)?.focus())
      onAdded()
    },
    { conflict },
  )
}
