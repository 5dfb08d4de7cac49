/** The head of a screen: its title (which gets the focus after navigation and names the window) and the way back. */
import { type ReactNode, useEffect, useRef } from 'react'
import { returnFocus } from './followed-link.ts'
import classes from './Page.module.css'
import { nameWindow } from './window-title.ts'

interface PageProps {
  readonly title: string
  /** What the window is called, where several screens have this title. */
  readonly inWindow?: string
  /** Above the title: where this screen belongs. */
  readonly breadcrumb?: ReactNode
  /** One quiet line under the title. */
  readonly lead?: ReactNode
  /** Beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** For whoever did away with what had the focus: it would be lost with it. After a wait: `focusAfter`. */
export const focusTitle = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

/** The first screen of a visit leaves the focus where the browser put it. */
let isFirst = true

/** For a screen without such a head, as one signs in on: what comes after it is not the first. */
export const wasShown = (): void => {
  isFirst = false
}

export function Page({ title, inWindow = title, breadcrumb, lead, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => nameWindow(inWindow), [inWindow])
  useEffect(() => {
    const title = heading.current
    const isOpened = isFirst
    isFirst = false
    if (isOpened || !title) return
    title.focus({ preventScroll: true })
    return returnFocus(title)
  }, [])
  return (
    <>
      {breadcrumb}
      <div className={classes.head}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </>
  )
}
