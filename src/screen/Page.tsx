/** The head of a screen: its title (which gets the focus after navigation and names the window) and its breadcrumb. */
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { returnFocus } from './followed-link.ts'
import classes from './Page.module.css'
import { setWindowTitle } from './window-title.ts'

export interface PageProps {
  readonly title: string
  /** The window's title, where several screens have the same `title`. */
  readonly inWindow?: string
  /** Shown above the title. */
  readonly breadcrumb?: ReactNode
  /** One quiet line under the title. */
  readonly lead?: ReactNode
  /** Shown beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Moves the focus to the title, for actions that remove the focused element. After a wait, use `focusAfter`. */
export const focusTitle = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

/** Whether no screen was shown yet: the first screen of a visit leaves the focus where the browser put it. */
let isFirst = true

/** Notes that a screen without this head, such as sign-in, was shown: the next screen is not the first. */
export const wasShown = (): void => {
  isFirst = false
}

/** Path of the screen shown last. */
let lastPath: string | undefined

export function Page({ title, inWindow = title, breadcrumb, lead, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const router = useRouter()
  useEffect(() => setWindowTitle(inWindow), [inWindow])
  useEffect(() => {
    const title = heading.current
    const isOpened = isFirst
    isFirst = false
    const { pathname, state } = router.state.location
    const isReplaced = pathname === lastPath || state.lostRight
    lastPath = pathname
    if (isOpened || !title) return
    // The person did not navigate: in a dialog of the header, such as the changes tray, they go on.
    if (isReplaced && document.activeElement?.closest('[role=dialog]')) return
    title.focus({ preventScroll: true })
    return returnFocus(title)
  }, [router])
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
