/** One application on the home page: image and name, as one large target (spec §2 Home). */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Application, FULL_PAGE_HARD_IDS } from '#contract/apps/applications.ts'
import classes from './HomePage.module.css'

const PLACEHOLDER = '/apps/default.svg'

interface AppLinkProps {
  readonly app: Application
  readonly className: string | undefined
  readonly children: ReactNode
}

/** Leads to the application, by a full page load where the server renders it itself. */
export function AppLink({ app, className, children }: AppLinkProps) {
  const title = [app.description, app.category].filter(Boolean).join(' · ') || undefined
  const address: string = `/app/${app.urlslug}`
  if (FULL_PAGE_HARD_IDS.includes(app.hardId))
    return (
      <a className={className} href={address} title={title}>
        {children}
      </a>
    )
  return (
    <Link className={className} to={address} title={title}>
      {children}
    </Link>
  )
}

interface AppImageProps {
  readonly app: Pick<Application, 'image'>
  readonly size: number
  /** Where no name stands beside it. */
  readonly alt?: string
}

/** Its picture, or where there is none, or it is gone, the one of all others. */
export const AppImage = ({ app, size, alt = '' }: AppImageProps) => (
  <img
    // One that was gone says nothing of the next.
    key={app.image}
    src={app.image || PLACEHOLDER}
    alt={alt}
    width={size}
    height={size}
    onError={({ currentTarget }) => {
      if (!currentTarget.src.endsWith(PLACEHOLDER)) currentTarget.src = PLACEHOLDER
    }}
  />
)

export const AppTile = ({ app }: { app: Application }) => (
  <AppLink app={app} className={classes.tile}>
    <span className={classes.image}>
      <AppImage app={app} size={75} />
    </span>
    <span className={classes.name}>{app.name}</span>
  </AppLink>
)
