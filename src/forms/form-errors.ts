/** What a form says under its fields: the contract's own sentences, the same that the server would send. */
import * as z from 'zod/mini'
import { explain } from '#contract/problem.ts'

/** For Mantine's `validate`: field → sentence, empty where all is well. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const result = z.safeParse(schema, values)
  return result.success ? {} : { ...explain(result.error.issues).fields }
}
