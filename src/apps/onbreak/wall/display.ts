/** The display token of this screen, separate from the session of anybody signed in on the same device. */
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { collectDisplayToken } from '#contract/apps/displays.ts'
import type { AnswerOf } from '#contract/call.ts'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'
import { deleteSnapshot } from './stored-snapshot.ts'

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
// No snapshot without a token: somebody may have cleared the token from the storage while the board was on screen.
if (!current) deleteSnapshot()

const { notify, listen } = listeners(() => {
  window.addEventListener('storage', onStorage)
  current = read() ?? current
  return () => window.removeEventListener('storage', onStorage)
})

function change(next: DisplayToken | null): void {
  if (!next) deleteSnapshot()
  current = next
  notify()
}

/** Another tab may have been approved, or somebody may have cleared the storage. */
function onStorage({ key }: StorageEvent): void {
  if (key === KEY || key === null) change(read())
}

const write = (token: DisplayToken) => localStorage.setItem(KEY, JSON.stringify(token))

export const display = {
  /** Stores the token again if somebody has cleared the storage, so that it is there at the next start. */
  storeAgain(): void {
    attempt(() => current && !read() && write(current))
  },
  /** Whether the server has refused this screen since the page was opened. */
  wasRefused: () => refused,
  set(next: DisplayToken | null): void {
    refused = next === null
    try {
      if (next) write(next)
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage the screen stays approved for as long as the page is open.
    }
    change(next)
  },
  /**
   * Drops a token that the server no longer accepts. If another window has stored a newer one, which a window that
   * slept may have missed, that one is used.
   */
  dropToken(token: string): void {
    if (current?.token !== token) return
    const stored = read()
    if (stored && stored.token !== token) change(stored)
    else this.set(null)
  },
}

export const useDisplay = (): DisplayToken | null => useSyncExternalStore(listen, () => current)
