/** Why a call was refused, and how bad input is put into words: the one error shape of the portal (wire.md §1). */
import * as z from 'zod/mini'

/**
 * A change that came too late: who made a later one, and when each of the two was made (offline.md §2.7). `isOwn`: it was
 * the same person, on another device.
 */
export const Overtaken = z.object({
  by: z.string(),
  theirs: z.string(),
  yours: z.string(),
  isOwn: z.optional(z.boolean()),
})
export type Overtaken = z.infer<typeof Overtaken>

/** The sentence for it. `when` puts an instant into words, as `at 14:05`. */
export function saysOvertaken({ by, theirs, yours }: Overtaken, when: (instant: string) => string): string {
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
 * `detail`: one sentence for a person. `fields`: per input. `current`: the record as it is, with a 409. `overtaken`: what
 * `detail` says in the company's time, for a page to say in its reader's.
 */
export type ProblemBody = z.infer<typeof ProblemBody>

interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly Issue[])[]
}

const GENERIC = /^(Invalid|Unrecognized|Too |Expected)/

/** The sentence for one issue: the schema's own where it has one. */
function sentence(issue: Issue): string {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') return `This call knows no field “${issue.keys?.[0] ?? ''}”.`
  if (issue.message && !GENERIC.test(issue.message)) return issue.message
  const last = issue.code === 'invalid_union' ? issue.errors?.at(-1)?.[0] : undefined
  if (last) return sentence({ ...last, path: [...issue.path, ...last.path] })
  return field ? `“${field}” is missing or not as it should be.` : 'The request is not as it should be.'
}

/** What a failed schema check says to a person; the same words under the field and from the server. */
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
