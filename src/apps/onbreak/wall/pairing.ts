/** Pairs a screen (RFC 8628): it shows a code and polls until somebody has approved it, or the next code is due. */
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { collectDisplayToken, createDisplayCode, DisplayCode } from '#contract/apps/displays.ts'
import { send } from '#src/api/call.ts'
import { Problem } from '#src/api/problem.ts'
import { attempt } from '#src/lib/attempt.ts'
import { pause } from '#src/lib/pause.ts'
import { type DisplayToken, display } from './display.ts'

const AGAIN_MS = 15_000
/** Added to the polling interval when the server answers that there are too many requests. */
const SLOWER_MS = 5_000

const KEY = 'portal.display-code'

const ShownCode = z.object({
  ...DisplayCode.shape,
  /** When the code expires, in milliseconds by this device's clock. */
  until: z.number(),
})
type ShownCode = z.infer<typeof ShownCode>

/**
 * Returns the code that this window showed before it was reloaded: somebody may have read it, and is about to type it, or
 * has approved it just before it expired.
 */
function codeBeforeReload(): ShownCode | null {
  const { success, data } = z.safeParse(
    ShownCode,
    attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')),
  )
  return success ? data : null
}

/** Returns the code as long as somebody may type it. */
const typeable = ({ userCode, until }: ShownCode) => (Date.now() < until ? userCode : null)

async function newCode(signal: AbortSignal): Promise<ShownCode> {
  const code = await send(createDisplayCode, { signal })
  const shown = { ...code, until: Date.now() + code.expiresIn * 1_000 }
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(shown)))
  return shown
}

const forgetCode = () => attempt(() => sessionStorage.removeItem(KEY))

export interface Pairing {
  /** The code that the screen shows; null while there is none. */
  readonly code: string | null
  /** Why the screen waits for something other than a person; null if it does not. */
  readonly error: unknown
}

type ShowPairing = (pairing: Pairing) => void

const statusOf = (error: unknown) => (error instanceof Problem && error.isOurs ? error.status : null)

/**
 * Polls for the token until it is given; returns null once the code is no longer valid. An expired code is asked about
 * once more: it may have been approved at the last moment, while this screen slept or the portal could not be reached.
 */
async function pollForToken(code: ShownCode, signal: AbortSignal, show: ShowPairing): Promise<DisplayToken | null> {
  const { deviceCode } = code
  let interval = code.interval * 1_000
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst || typeable(code)) await pause(interval, signal)
    const isOver = !typeable(code)
    try {
      return await send(collectDisplayToken, { body: { deviceCode }, signal })
    } catch (error) {
      if (signal.aborted) throw error
      const status = statusOf(error)
      if (status === 410 || (isOver && status === 409)) return null
      if (status === 429) interval += SLOWER_MS
      show({ code: typeable(code), error: status === 409 || status === 429 ? null : error })
    }
  }
}

/** Shows one code after the other until the screen is approved, or left. */
async function pair(signal: AbortSignal, show: ShowPairing): Promise<void> {
  while (!signal.aborted) {
    try {
      const code = codeBeforeReload() ?? (await newCode(signal))
      show({ code: typeable(code), error: null })
      const token = await pollForToken(code, signal, show)
      forgetCode()
      if (token) return display.set(token)
    } catch (error) {
      if (signal.aborted) return
      show({ code: null, error })
      const retryAfterMs = error instanceof Problem ? error.retryAfterMs : null
      await pause(retryAfterMs ?? AGAIN_MS, signal).catch(() => {})
    }
  }
}

/** Returns the code to show while this screen is on; once it is approved, `useDisplay` returns the token. */
export function usePairing(): Pairing {
  const [pairing, setPairing] = useState<Pairing>({ code: null, error: null })
  useEffect(() => {
    const leaving = new AbortController()
    void pair(leaving.signal, (next) => !leaving.signal.aborted && setPairing(next))
    return () => leaving.abort()
  }, [])
  return pairing
}
