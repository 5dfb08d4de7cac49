/**
 * Keeps the board live while it is on screen: socket frames are collected and merged once per animation frame. While
 * the socket is closed, for example by a firewall that blocks it, the board is polled.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { useConnection } from '#src/api/connection.ts'
import { openLive, useLiveState } from '#src/api/live.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { frameBatcher } from './frame-batcher.ts'
import { mergeAll } from './merge.ts'
import { board, noteFullList } from './queries.ts'

/** Polling interval: short, as without a socket nothing else tells of a change. */
const ASK_MS = 15_000

export function useLiveBoard(): void {
  const { online } = useConnection()
  const { open } = useLiveState()
  // Another server has no such call: polling would only make the cached board look new.
  const isAsked = !useIsOther() && online && !open
  useQuery({ ...board, refetchInterval: isAsked && ASK_MS, notifyOnChangeProps: [] })
  useEffect(() => {
    let isOver = false
    const { add, flush } = frameBatcher((frames) =>
      // The last flush may come after the sign-out has removed the board: it must not be created again.
      queryClient.setQueryData<LiveMessage[]>(board.queryKey, (held) =>
        held || !isOver ? mergeAll(held ?? [], frames) : undefined,
      ),
    )
    let close = () => {}
    const giveUp = afterPaint(() => {
      close = openLive((frame) => {
        if (Array.isArray(frame)) noteFullList()
        add(frame)
      })
    })
    return () => {
      giveUp()
      close()
      isOver = true
      // A list that has been counted must be taken in: responses to requests sent before it are thrown away.
      flush()
    }
  }, [])
}
