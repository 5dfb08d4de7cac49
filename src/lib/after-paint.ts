/**
 * Runs `run` after the next paint; at once if the window is or becomes hidden, because nothing is painted then. Returns a
 * function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    run()
    return () => {}
  }
  let painted: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(go)
  })
  function giveUp(): void {
    cancelAnimationFrame(frame)
    clearTimeout(painted)
    document.removeEventListener('visibilitychange', go)
  }
  function go(): void {
    giveUp()
    run()
  }
  document.addEventListener('visibilitychange', go)
  return giveUp
}
