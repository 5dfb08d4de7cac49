/** The card of the screens before the portal itself: sign-in, register and the forced password change. */
import { type ReactNode, useEffect } from 'react'
import { wasShown } from '#src/screen/Page.tsx'
import { DoorwayMark, portalName } from '#src/ui/Brand.tsx'
import classes from './EntryCard.module.css'

export function EntryCard({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${portalName()}`
  }, [title])
  useEffect(wasShown, [])
  return (
    <div className={classes.place}>
      <main className={classes.card}>
        <div className={classes.brand}>
          <DoorwayMark size={34} />
          <span>{portalName()}</span>
        </div>
        <h1 className={classes.title}>{title}</h1>
        {intro && <p className={classes.intro}>{intro}</p>}
        {children}
        {footer && <div className={classes.footer}>{footer}</div>}
      </main>
    </div>
  )
}
