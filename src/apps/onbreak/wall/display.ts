/** What this screen is let in with: a display's token, apart from whoever may be signed in on the same device. */
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { collectDisplayToken } from '#contract/apps/displays.ts'
import type { AnswerOf } from '#contract/call.ts'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'
import { forgetPicture } from './kept-picture.ts'

const KEY = 'portal.display'

export type DisplayToken = AnswerOf<typeof collectDisplayToken>

function read(): DisplayToken | null {
  try {
    const result = z.safeParse(collectDisplayToken.answer, JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return result.success ? result.data : null
  } catch {
    return null // storage forbidden, or not ours
  }
}

let current = read()
let refused = false
// What the device has kept may have been cleared while this was shown.
if (!current) forgetPicture()

const { tell, listen } = listeners(() => {
  window.addEventListener('storage', onStorage)
  current = read() ?? current
  return () => window.removeEventListener('storage', onStorage)
})

function change(next: DisplayToken | null): void {
  if (!next) forgetPicture()
  current = next
  tell()
}

/** Another tab may be let in, or somebody may clear what the device keeps. */
function onStorage({ key }: StorageEvent): void {
  if (key === KEY || key === null) change(read())
}

const write = (token: DisplayToken) => localStorage.setItem(KEY, JSON.stringify(token))

export const display = {
  /** What this screen is let in with is there at the next start too, even where somebody has cleared what the device keeps. */
  remember(): void {
    attempt(() => current && !read() && write(current))
  },
  /** Whether the server has turned this screen away since the page was opened. */
  wasRefused: () => refused,
  set(next: DisplayToken | null): void {
    refused = next === null
    try {
      if (next) write(next)
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage the screen is let in for as long as the page is open.
    }
    change(next)
  },
  /** The server lets this token in no longer. A window that slept may not have been told that another was given one since. */
  turnAway(token: string): void {
    if (current?.token !== token) return
    const stored = read()
    if (stored && stored.token !== token) change(stored)
    else this.set(null)
  },
}

export const useDisplay = (): DisplayToken | null => useSyncExternalStore(listen, () => current)
