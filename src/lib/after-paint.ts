/**
 * Runs once what was drawn last has been painted; at once where nobody looks at the window, or looks any more: nothing is
 * painted there. Answers how to give it up.
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
