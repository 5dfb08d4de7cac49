/** Collects frames of the live socket until the next animation frame, so that a burst is rendered once. */
import type { LiveFrame } from '#contract/live.ts'

/** `add` collects a frame. `flush` passes the collected frames to `onFrames` at once; without any it does nothing. */
export function frameBatcher(onFrames: (frames: readonly LiveFrame[]) => void) {
  let frames: LiveFrame[] = []
  let scheduled = 0

  function flush(): void {
    cancelAnimationFrame(scheduled)
    scheduled = 0
    if (frames.length === 0) return
    const batch = frames
    frames = []
    onFrames(batch)
  }

  function add(frame: LiveFrame): void {
    frames.push(frame)
    // A hidden window has no animation frames, but its board must be up to date when it is shown.
    if (document.visibilityState === 'hidden') flush()
    else scheduled ||= requestAnimationFrame(flush)
  }

  return { add, flush }
}
