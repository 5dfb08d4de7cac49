/** The single error shape of the portal: why a call was refused, and the sentences for bad input (wire.md §1). */
import * as z from 'zod/mini'

/**
 * Describes a change that came too late because a later one was already stored (offline.md §2.7). `by`: who made the later
 * change; `theirs` and `yours`: when the later and the refused change were made; `isOwn`: the later change is the same
 * person's, from another device.
 */
export const Overtaken = z.object({
  by: z.string(),
  theirs: z.string(),
  yours: z.string(),
  isOwn: z.optional(z.boolean()),
})
export type Overtaken = z.infer<typeof Overtaken>

/** Returns the sentence for an overtaken change. `when` puts an instant into words, such as `at 14:05`. */
export function overtakenSentence({ by, theirs, yours }: Overtaken, when: (instant: string) => string): string {
  const [later, earlier] = [when(theirs), when(yours)]
  const after = later === earlier ? 'just after your change' : `after your change ${earlier}`
  return `Changed by ${by} ${later}, ${after}. That one was kept.`
}

export const ProblemBody = z.object({
  detail: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  overtaken: z.catch(z.optional(Overtaken), undefined),
})
/**
 * The body of an error answer. `detail`: one sentence for a person. `fields`: a sentence for each wrong input. `current`:
 * the record as stored, with a 409. `overtaken`: the facts behind a `detail` with times in the company's zone, from which
 * the page writes the same sentence in the reader's.
 */
export type ProblemBody = z.infer<typeof ProblemBody>

interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly Issue[])[]
}

const ZOD_DEFAULT_MESSAGE = /^(Invalid|Unrecognized|Too |Expected)/

/** Returns the sentence for one issue: the schema's own if it has one, otherwise a general one. */
function sentence(issue: Issue): string {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') return `This call has no field “${issue.keys?.[0] ?? ''}”.`
  if (issue.message && !ZOD_DEFAULT_MESSAGE.test(issue.message)) return issue.message
  const last = issue.code === 'invalid_union' ? issue.errors?.at(-1)?.[0] : undefined
  if (last) return sentence({ ...last, path: [...issue.path, ...last.path] })
  return field ? `“${field}” is missing or not as it should be.` : 'The request is not as it should be.'
}

/** Turns the issues of a failed schema check into sentences. Forms and the server use it, so both say the same. */
export function explain(issues: readonly Issue[]): ProblemBody {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const [key] = issue.code === 'unrecognized_keys' ? (issue.keys ?? []) : issue.path
    if (key !== undefined) fields[String(key)] ??= sentence(issue)
  }
  const [first] = issues
  const detail = first ? sentence(first) : 'The request is not as it should be.'
  return Object.keys(fields).length > 0 ? { detail, fields } : { detail }
}
