import type { KeyboardEvent } from 'react'

/** Props for a link that is a button to the reader and in the spec: sets the role, and lets Space press it (WAI-ARIA). */
export const asButton = {
  role: 'button',
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== ' ') return
    event.preventDefault()
    event.currentTarget.click()
  },
} as const
