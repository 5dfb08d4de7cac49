/** Keeps the board live while it is on screen: frames are gathered and merged once a frame of the display. */
import { useEffect } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { openLive } from '#src/api/live.ts'
import { queryClient } from '#src/api/query-client.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { gathered } from './gathered.ts'
import { mergeAll } from './merge.ts'
import { board, countList } from './queries.ts'

export function useLiveBoard(): void {
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
