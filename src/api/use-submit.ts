/** Sends a form: busy while it lasts, the refusal under its fields and above them; what was typed stays. */
import { useState } from 'react'
import { Problem } from '#src/api/problem.ts'

interface FormLike {
  setErrors(errors: Record<string, string>): void
}

/**
 * `send` may throw: a `Problem`'s fields go under their inputs (renamed by `rename`), everything else stays in `error`
 * for the panel's alert.
 */
export function useSubmit<Values>(
  form: FormLike,
  send: (values: Values) => Promise<void>,
  rename: Readonly<Record<string, string>> = {},
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function submit(values: Values): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await send(values)
    } catch (problem) {
      setError(problem)
      if (problem instanceof Problem)
        form.setErrors(
          Object.fromEntries(Object.entries(problem.fields).map(([field, text]) => [rename[field] ?? field, text])),
        )
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, error, setError }
}
