import type { KeyboardEvent } from 'react'

/** For a link that is a button to the reader, and in the spec: it is told as one, and Space presses it too (WAI-ARIA). */
export const asButton = {
  role: 'button',
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== ' ') return
    event.preventDefault()
    event.currentTarget.click()
  },
} as const
