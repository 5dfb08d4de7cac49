/**
 * Reads a push message as far as possible: whatever arrives, something is shown, because browsers penalise a silent
 * push. Pure.
 */
import { isObject } from '#contract/records.ts'
import { ownPath } from '#src/lib/own-path.ts'

const LONGEST = 300

export interface PushContent {
  readonly title: string
  readonly body: string
  readonly tag: string
  /** A path of the portal. */
  readonly path: string
}

const textOf = (value: unknown, fallback: string) =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST) : fallback

function fieldsOf(data: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(data ?? '')
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** Returns what to show. `data`: the push's text; null if it has none. */
export function contentOf(data: string | null): PushContent {
  const { title, body, tag, url } = fieldsOf(data)
  const named = textOf(title, '')
  return {
    title: named || 'Foyer',
    body: textOf(body, named ? '' : 'There is something new in the portal.'),
    tag: textOf(tag, 'foyer'),
    path: ownPath(url),
  }
}
