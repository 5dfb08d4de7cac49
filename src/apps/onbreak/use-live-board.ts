/** Keeps the board live while it is on screen: frames are gathered and merged once a frame of the display. */
import { useEffect } from 'react'
import type { LiveFrame, LiveMessage } from '#contract/live.ts'
import { openLive } from '#src/api/live.ts'
import { queryClient } from '#src/api/query-client.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { mergeAll } from './merge.ts'
import { board, countList } from './queries.ts'

export function useLiveBoard(): void {
  useEffect(() => {
    let frames: LiveFrame[] = []
    let scheduled = 0

    function flush(): void {
      scheduled = 0
      const heard = frames
      frames = []
      queryClient.setQueryData<LiveMessage[]>(board.queryKey, (held) => mergeAll(held ?? [], heard))
    }

    let close = () => {}
    const giveUp = afterPaint(() => {
      close = openLive((frame) => {
        frames.push(frame)
        if (Array.isArray(frame)) countList()
        // A hidden window draws no frames, but its board must be right when it is looked at.
        if (document.visibilityState === 'hidden') flush()
        else scheduled ||= requestAnimationFrame(flush)
      })
    })
    return () => {
      giveUp()
      close()
      cancelAnimationFrame(scheduled)
    }
  }, [])
}
