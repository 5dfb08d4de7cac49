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

/** A link to the application, with a full page load if the server renders it. */
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
  /** For an image without a name beside it. */
  readonly alt?: string
}

/** The application's image; the placeholder if there is none or it cannot be loaded. */
export const AppImage = ({ app, size, alt = '' }: AppImageProps) => (
  <img
    // A new element for each address, so that the placeholder of a missing image does not stay for the next one.
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
