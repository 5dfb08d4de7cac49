/** One application on the home page: image and name, as one large target (spec §2 Home). */
import { Link } from '@tanstack/react-router'
import { type Application, FULL_PAGE_HARD_IDS } from '#contract/apps/applications.ts'
import classes from './HomePage.module.css'

const PLACEHOLDER = '/apps/default.svg'

function Inside({ app }: { app: Application }) {
  return (
    <>
      <span className={classes.image}>
        <img
          src={app.image || PLACEHOLDER}
          alt=""
          width={75}
          height={75}
          onError={({ currentTarget }) => {
            if (!currentTarget.src.endsWith(PLACEHOLDER)) currentTarget.src = PLACEHOLDER
          }}
        />
      </span>
      <span className={classes.name}>{app.name}</span>
    </>
  )
}

export function AppTile({ app }: { app: Application }) {
  const title = [app.description, app.category].filter(Boolean).join(' · ') || undefined
  // The server renders these two itself.
  if (FULL_PAGE_HARD_IDS.includes(app.hardId))
    return (
      <a className={classes.tile} href={`/app/${app.urlslug}`} title={title}>
        <Inside app={app} />
      </a>
    )
  const address: string = `/app/${app.urlslug}`
  return (
    <Link className={classes.tile} to={address} title={title}>
      <Inside app={app} />
    </Link>
  )
}
