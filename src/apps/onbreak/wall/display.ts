/** What this screen is let in with: a display's token, apart from whoever may be signed in on the same device. */
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { collectDisplayToken } from '#contract/apps/displays.ts'
import type { AnswerOf } from '#contract/call.ts'
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

export const display = {
  /** Whether the server has turned this screen away since the page was opened. */
  wasRefused: () => refused,
  set(next: DisplayToken | null): void {
    refused = next === null
    try {
      if (next) localStorage.setItem(KEY, JSON.stringify(next))
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage the screen is let in for as long as the page is open.
    }
    change(next)
  },
}

export const useDisplay = (): DisplayToken | null => useSyncExternalStore(listen, () => current)
