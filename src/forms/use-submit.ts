/** Sends a form: busy while it lasts, the refusal under its fields and above them; what was typed stays. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Problem } from '#src/api/problem.ts'
import { useDescribed } from './use-described.ts'
import type { FormValues } from './use-kept-form.ts'

type Errors = Record<string, ReactNode>

interface FormLike extends FormValues {
  readonly errors: Readonly<Errors>
  setErrors(errors: Errors | ((now: Errors) => Errors)): void
  getInputNode(field: string): HTMLElement | null
}

/** What is wrong with all of it and not with one field: the sentence for the alert, and the field where it is set right. */
export interface Objection {
  readonly sentence: string
  readonly field: string
}

interface Options<Values> {
  /** The server's names of fields that have others here. */
  readonly rename?: Readonly<Record<string, string>>
  /** Said whatever else is wrong, and nothing is sent. */
  readonly objection?: (values: Values) => Objection | null
  /** The field that a conflict is about: a name that is taken. */
  readonly conflict?: string | undefined
}

/**
 * Both for `form.onSubmit(submit, onInvalid)`. `send` may throw: a `Problem`'s fields go under their inputs, everything
 * else stays in `error` for the panel's alert. The first wrong field gets the focus.
 */
export function useSubmit<Values>(
  form: FormLike,
  send: (values: Values) => Promise<void>,
  { rename = {}, objection = () => null, conflict }: Options<Values> = {},
) {
  const [busy, setBusy] = useState(false)
  const [error, setErrorState] = useState<unknown>(null)
  /** The field that it is about. It is no news once that was changed. */
  const [subject, setSubject] = useState<string | null>(null)
  const wrong = useRef<readonly string[]>([])

  const fieldOf = (names: readonly string[]) => names.map((name) => form.getInputNode(name)).find(Boolean)

  // Once the fields can be typed into again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (busy) return
    fieldOf(wrong.current)?.focus()
    wrong.current = []
  }, [busy])

  function setError(problem: unknown, field: string | null = null): void {
    setErrorState(problem)
    setSubject(field)
  }

  /** Says what speaks against it. `errors`: what is wrong besides, field by field. */
  function object(values: Values, errors: object): Objection | null {
    const found = objection(values)
    setError(found?.sentence ?? null, found?.field)
    // After what the form's own look at its fields has queued, which empties them.
    if (found) form.setErrors((now) => ({ [found.field]: true, ...now }))
    fieldOf([...Object.keys(errors), ...(found ? [found.field] : [])])?.focus()
    return found
  }

  async function submit(values: Values): Promise<void> {
    if (object(values, {})) return
    setBusy(true)
    try {
      await send(values)
    } catch (problem) {
      const isConflict = conflict !== undefined && problem instanceof Problem && problem.status === 409
      setError(problem, isConflict ? conflict : null)
      if (problem instanceof Problem) {
        // The alert has its words.
        const fields: Record<string, string | true> = isConflict
          ? { [conflict]: true, ...problem.fields }
          : problem.fields
        const errors = Object.entries(fields).map(([field, text]) => [rename[field] ?? field, text] as const)
        form.setErrors(Object.fromEntries(errors))
        wrong.current = errors.map(([field]) => field)
      }
    } finally {
      setBusy(false)
    }
  }

  /** For what the form itself refuses: what the server said of an earlier try says nothing of this one. */
  function onInvalid(errors: object, values: Values): void {
    object(values, errors)
  }

  const isOld = subject !== null && !form.errors[subject]
  const said = isOld ? null : error
  useDescribed(said, () => (subject === null ? null : form.getInputNode(subject)))
  return { submit, busy, error: said, setError, onInvalid }
}
