/** Field errors of a form, in the contract's own sentences, which the server would send as well. */
import * as z from 'zod/mini'
import { explain } from '#contract/problem.ts'

/** Returns the errors by field for Mantine's `validate`; empty if all is well. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const result = z.safeParse(schema, values)
  return result.success ? {} : { ...explain(result.error.issues).fields }
}
