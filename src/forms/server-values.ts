/** Shows newer values of the server in the fields of a form where nothing was typed (see three-way-merge.ts). */
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { isEqual, threeWayMerge } from './three-way-merge.ts'

/**
 * Shows changes made elsewhere while the form is open: sending the old values would undo them. `stored`: the server's
 * current values, of all fields or some.
 */
export function useServerValues<Values extends object>(form: UseFormReturnType<Values>, stored: Partial<Values>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each change elsewhere
  useEffect(() => {
    const before = form.getInitialValues()
    const latest = { ...before, ...stored }
    if (isEqual(before, latest)) return
    const shown = form.getValues()
    const merged = threeWayMerge(before, shown, latest)
    form.setInitialValues(latest)
    if (!isEqual(shown, merged)) form.setValues(merged)
    // Last, so that typed fields stay dirty.
    form.resetDirty(latest)
  }, [JSON.stringify(stored)])
}

/** Sets a form to `next` once `sent` was accepted, except for fields typed into meanwhile. Returns whether there are any. */
export function setUntouched<Values extends object>(
  form: UseFormReturnType<Values>,
  sent: Values,
  next: Values,
): boolean {
  const shown = form.getValues()
  form.setValues(threeWayMerge(sent, shown, next))
  return !isEqual(sent, shown)
}
