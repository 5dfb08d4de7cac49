/** Sends a form. It is busy meanwhile, a refusal appears at the fields and above them, and typed values stay. */
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '#src/api/problem.ts'
import { useAlertDescription } from './use-alert-description.ts'

/** An error about the whole form: the sentence for the alert, and the field where it can be corrected. */
export interface Objection {
  readonly sentence: string
  readonly field: string
}

interface Options<Values> {
  /** Maps the server's names of fields to the form's, where they differ. */
  readonly rename?: Readonly<Record<string, string>>
  /** Returns an objection, shown in addition to field errors; nothing is sent then. */
  readonly objection?: (values: Values) => Objection | null
  /** The field that a conflict is about, such as a name that is taken. */
  readonly conflict?: string | undefined
}

/**
 * Returns `submit` and `onInvalid`, both for `form.onSubmit`. If `send` throws a `Problem`, its field errors go to the
 * inputs; every thrown error is in `error`, for the panel's alert. The first wrong field gets the focus.
 */
export function useSubmit<Values extends object>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
  { rename = {}, objection = () => null, conflict }: Options<Values> = {},
) {
  const [busy, setBusy] = useState(false)
  const [error, setErrorState] = useState<unknown>(null)
  /** The field that `error` is about. The error disappears once the field is changed. */
  const [subject, setSubject] = useState<string | null>(null)
  const wrongFields = useRef<readonly string[]>([])

  const fieldOf = (names: readonly string[]) => names.map((name) => form.getInputNode(name)).find(Boolean)

  // After the fields are enabled again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer
  useEffect(() => {
    if (busy) return
    fieldOf(wrongFields.current)?.focus()
    wrongFields.current = []
  }, [busy])

  function setError(problem: unknown, field: string | null = null): void {
    setErrorState(problem)
    setSubject(field)
  }

  /** Shows the objection, if there is one. `errors`: the form's own errors by field. */
  function showObjection(values: Values, errors: object): Objection | null {
    const found = objection(values)
    setError(found?.sentence ?? null, found?.field)
    // Applies after the validation of the form, which has queued an update that clears all errors.
    if (found) form.setErrors((now) => ({ [found.field]: true, ...now }))
    fieldOf([...Object.keys(errors), ...(found ? [found.field] : [])])?.focus()
    return found
  }

  async function submit(values: Values): Promise<void> {
    if (showObjection(values, {})) return
    setBusy(true)
    try {
      await send(values)
    } catch (problem) {
      const isConflict = conflict !== undefined && problem instanceof Problem && problem.status === 409
      setError(problem, isConflict ? conflict : null)
      if (problem instanceof Problem) {
        // The alert has the sentence, so the field is only marked.
        const fields: Record<string, string | true> = isConflict
          ? { [conflict]: true, ...problem.fields }
          : problem.fields
        const errors = Object.entries(fields).map(([field, text]) => [rename[field] ?? field, text] as const)
        form.setErrors(Object.fromEntries(errors))
        wrongFields.current = errors.map(([field]) => field)
      }
    } finally {
      setBusy(false)
    }
  }

  /** For values that the form itself refuses: clears what the server said about an earlier attempt. */
  function onInvalid(errors: object, values: Values): void {
    showObjection(values, errors)
  }

  const isOutdated = subject !== null && !form.errors[subject]
  const shownError = isOutdated ? null : error
  useAlertDescription(shownError, () => (subject === null ? null : form.getInputNode(subject)))
  return { submit, busy, error: shownError, setError, onInvalid }
}
