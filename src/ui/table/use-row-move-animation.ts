/** Animates rows to their new place when the order changes, unless the person prefers reduced motion. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '#src/lib/after-paint.ts'

const GLIDE: KeyframeAnimationOptions = { duration: 250, easing: 'ease-out' }

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

const rowsOf = (body: HTMLElement | null) =>
  [...(body?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement && !!row.dataset.key)

type Places = ReadonlyMap<string | undefined, number>
const placesOf = (body: HTMLElement | null): Places =>
  new Map(rowsOf(body).map((row) => [row.dataset.key, row.offsetTop]))

/**
 * Animates the children of `body` that have a `data-key`, after each render with another `order`; null: not at all. The
 * first places are read after the first paint: before that, reading them would force a layout.
 */
export function useRowMoveAnimation(body: RefObject<HTMLElement | null>, order: string | null): void {
  const places = useRef<Places>(null)
  useLayoutEffect(() => {
    const before = places.current
    if (!before) return
    const now = order === null ? null : placesOf(body.current)
    for (const row of now && wantsMotion() ? rowsOf(body.current) : []) {
      const top = now?.get(row.dataset.key) ?? 0
      const moved = (before.get(row.dataset.key) ?? top) - top
      if (moved !== 0) row.animate?.([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], GLIDE)
    }
    places.current = now
  }, [body, order])
  useEffect(() => {
    if (order === null || places.current) return
    return afterPaint(() => {
      places.current ??= placesOf(body.current)
    })
  }, [body, order])
}
