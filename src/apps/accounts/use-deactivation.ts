/** Deactivates the user of the open form at once (spec §2), and takes it back. */
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { User } from '#contract/apps/accounts.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { announce } from '#src/lib/announce.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { focusTitle } from '#src/screen/Page.tsx'
import { deactivate, restore } from './save-user.ts'
import { rightsOf, type UserValues, valuesOf } from './user-values.ts'

/** `onReload` gets the user as the server returns them. */
export function useDeactivation(form: UseFormReturnType<UserValues>, user: User, onReload: (fresh: User) => void) {
  /** The user before the deactivation, for Undo; null if there was none. */
  const [before, setBefore] = useState<User | null>(null)
  function adopt(fresh: User): void {
    const values = valuesOf(fresh)
    form.setInitialValues(values)
    form.setValues({ ...rightsOf(fresh), manager: values.manager }) // keeps what was typed in the other fields
    onReload(fresh)
  }
  const deactivation = useSubmit(form, async () => {
    const fresh = await deactivate(user)
    setBefore(user)
    adopt(fresh)
  })
  const reactivation = useSubmit(form, async () => {
    const focus = focusAfter()
    if (before) adopt(await restore(user, before))
    setBefore(null)
    focus(focusTitle)
    announce('The user is active again.')
  })
  return {
    /** The user was deactivated in this form just now. */
    canUndo: before !== null,
    isDeactivating: deactivation.busy,
    isUndoing: reactivation.busy,
    error: deactivation.error ?? reactivation.error,
    deactivate: () => void deactivation.submit(form.values),
    undo: () => void reactivation.submit(form.values),
    clearErrors: () => {
      deactivation.setError(null)
      reactivation.setError(null)
    },
  }
}
