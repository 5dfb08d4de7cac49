/** What the live socket says, gathered until the next frame of the display, so that a burst is drawn once. */
import type { LiveFrame } from '#contract/live.ts'

/** `flush` hands on at once what has come; nothing is handed on where nothing has. */
export function gathered(take: (frames: readonly LiveFrame[]) => void) {
  let frames: LiveFrame[] = []
  let scheduled = 0

  function flush(): void {
    cancelAnimationFrame(scheduled)
    scheduled = 0
    if (frames.length === 0) return
    const heard = frames
    frames = []
    take(heard)
  }

  function add(frame: LiveFrame): void {
    frames.push(frame)
    // A hidden window draws no frames, but its board must be right when it is looked at.
    if (document.visibilityState === 'hidden') flush()
    else scheduled ||= requestAnimationFrame(flush)
  }

  return { add, flush }
}
