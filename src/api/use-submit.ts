/** Sends a form: busy while it lasts, the refusal under its fields and above them; what was typed stays. */
import { useEffect, useRef, useState } from 'react'
import { Problem } from '#src/api/problem.ts'

interface FormLike {
  setErrors(errors: Record<string, string>): void
  getInputNode(field: string): HTMLElement | null
}

interface Options<Values> {
  /** The server's names of fields that have others here. */
  readonly rename?: Readonly<Record<string, string>>
  /** What is wrong with all of it and not with one field: said whatever else is wrong, and nothing is sent. */
  readonly objection?: (values: Values) => string | null
}

/**
 * Both for `form.onSubmit(submit, onInvalid)`. `send` may throw: a `Problem`'s fields go under their inputs, everything
 * else stays in `error` for the panel's alert. The first wrong field gets the focus.
 */
export function useSubmit<Values>(
  form: FormLike,
  send: (values: Values) => Promise<void>,
  { rename = {}, objection = () => null }: Options<Values> = {},
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const wrong = useRef<readonly string[]>([])

  const fieldOf = (names: readonly string[]) => names.map((name) => form.getInputNode(name)).find(Boolean)

  // Once the fields can be typed into again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (busy) return
    fieldOf(wrong.current)?.focus()
    wrong.current = []
  }, [busy])

  async function submit(values: Values): Promise<void> {
    const sentence = objection(values)
    setError(sentence)
    if (sentence !== null) return
    setBusy(true)
    try {
      await send(values)
    } catch (problem) {
      setError(problem)
      if (problem instanceof Problem) {
        const errors = Object.entries(problem.fields).map(([field, text]) => [rename[field] ?? field, text] as const)
        form.setErrors(Object.fromEntries(errors))
        wrong.current = errors.map(([field]) => field)
      }
    } finally {
      setBusy(false)
    }
  }

  /** For what the form itself refuses: what the server said of an earlier try says nothing of this one. */
  function onInvalid(errors: object, values: Values): void {
    setError(objection(values))
    fieldOf(Object.keys(errors))?.focus()
  }

  return { submit, busy, error, setError, onInvalid }
}
