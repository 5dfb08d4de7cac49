/** Rows that change their place glide there instead of jumping; not where reduced motion is asked for. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

const GLIDE: KeyframeAnimationOptions = { duration: 250, easing: 'ease-out' }

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** `body`: whose children carry `data-key`. Runs after each render in which `order` is another. */
export function useGlide(body: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef(new Map<string, number>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `order` is what decides when places are compared
  useLayoutEffect(() => {
    const before = places.current
    const now = new Map<string, number>()
    for (const row of body.current?.children ?? []) {
      if (!(row instanceof HTMLElement) || !row.dataset.key) continue
      const top = row.offsetTop
      now.set(row.dataset.key, top)
      const moved = (before.get(row.dataset.key) ?? top) - top
      if (moved !== 0 && wantsMotion())
        row.animate?.([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], GLIDE)
    }
    places.current = now
  }, [body, order])
}
