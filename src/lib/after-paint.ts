/**
 * Runs once what was drawn last has been painted; at once in a window that nobody looks at, where nothing is. Answers how
 * to give it up.
 */
export function afterPaint(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    run()
    return () => {}
  }
  let painted: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(painted)
  }
}
