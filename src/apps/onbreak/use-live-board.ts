/**
 * Keeps the board live while it is on screen: frames are gathered and merged once a frame of the display. Where the socket
 * is shut, as by a firewall that lets no other one through, the board is asked for now and then.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { useConnection } from '#src/api/connection.ts'
import { openLive, useLiveState } from '#src/api/live.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { gathered } from './gathered.ts'
import { mergeAll } from './merge.ts'
import { board, countList } from './queries.ts'

/** As a wall does. */
const ASK_MS = 15_000

export function useLiveBoard(): void {
  const { online } = useConnection()
  const { open } = useLiveState()
  // Another server has no such call: what is held would pass for new.
  const isAsked = !useIsOther() && online && !open
  useQuery({ ...board, refetchInterval: isAsked && ASK_MS, notifyOnChangeProps: [] })
  useEffect(() => {
    let isOver = false
    const { add, flush } = gathered((frames) =>
      // At the end it may be gone with the person.
      queryClient.setQueryData<LiveMessage[]>(board.queryKey, (held) =>
        held || !isOver ? mergeAll(held ?? [], frames) : undefined,
      ),
    )
    let close = () => {}
    const giveUp = afterPaint(() => {
      close = openLive((frame) => {
        if (Array.isArray(frame)) countList()
        add(frame)
      })
    })
    return () => {
      giveUp()
      close()
      isOver = true
      // A list that is counted is the newest: what was asked for before it is thrown away.
      flush()
    }
  }, [])
}
