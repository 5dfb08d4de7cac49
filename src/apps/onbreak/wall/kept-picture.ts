/** What a display showed last, kept on the device: one that starts while the portal is away has more to show than nothing. */
import * as z from 'zod/mini'
import { LiveMessage } from '#contract/live.ts'
import { attempt } from '#src/lib/attempt.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { useKeeping } from './use-keeping.ts'
import type { WallBoard } from './use-wall-board.ts'

const KEY = 'portal.wall'

const Picture = z.object({
  of: z.string(),
  heardAt: z.number(),
  people: z.array(LiveMessage),
})
type Picture = z.infer<typeof Picture>

/** Who was away so long ago nobody needs to know, and a screen that hung somewhere else may be anybody's. */
const LONGEST_MS = 7 * DAY_MS

/** A wall shows nobody's message. */
const withoutWords = (person: LiveMessage): LiveMessage => ({ ...person, customMessage: '' })

/** Tells one display from another, and opens nothing. */
const markOf = (token: string) => token.slice(-8)

function read(): Picture | null {
  const result = z.safeParse(
    Picture,
    attempt(() => JSON.parse(localStorage.getItem(KEY) ?? 'null')),
  )
  return result.success ? result.data : null
}

/** Once the display is let in no longer. */
export const forgetPicture = (): void => void attempt(() => localStorage.removeItem(KEY))

/** What this display showed last; null where nothing is kept, or something else. */
export function keptPicture(token: string): WallBoard | null {
  const picture = read()
  if (picture && serverNow() - picture.heardAt > LONGEST_MS) {
    forgetPicture()
    return null
  }
  return picture?.of === markOf(token)
    ? { people: picture.people, heardAt: picture.heardAt, changedAt: 0, isKept: true }
    : null
}

/** Keeps what this display shows. */
export const useKeptPicture = (token: string, board: WallBoard): void =>
  useKeeping(board, ({ people, heardAt }) => {
    const picture = { of: markOf(token), heardAt, people: (people ?? []).map(withoutWords) } satisfies Picture
    // Where there is no room: rather nothing than what was true once.
    if (attempt(() => localStorage.setItem(KEY, JSON.stringify(picture))) === null) forgetPicture()
  })
