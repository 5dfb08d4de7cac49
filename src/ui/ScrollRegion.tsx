/** What is wider than its card: it scrolls by itself, by the keyboard too. */
import type { ReactNode } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  readonly children: ReactNode
}

export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard (WCAG 2.1.1)
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
