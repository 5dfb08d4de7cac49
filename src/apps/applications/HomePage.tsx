/** Home: the apps that this person may open (spec §2 Home). */
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Application } from '#contract/apps/applications.ts'
import { useMe } from '#src/api/session.ts'
import { useReadOfNow } from '#src/lib/use-now.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Drawn } from '#src/screen/Message.tsx'
import { Page } from '#src/screen/Page.tsx'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import { AppSearch } from './AppSearch.tsx'
import { AppTile } from './AppTile.tsx'
import { HandyApps, PinButton, type PinButtonProps, usePins } from './HandyApps.tsx'
import classes from './HomePage.module.css'
import { homeSearch } from './home-search.ts'
import { PageLinks } from './PageLinks.tsx'
import { useAppCode } from './use-app-code.ts'
import { useCachedApplications } from './use-cached-applications.ts'
import { useHomeApps } from './use-home-apps.ts'
import { useSearchText } from './use-search-text.ts'

const route = getRouteApi('/_in/')

/** Returns the greeting for `now` (milliseconds since 1970), in the reader's own time zone and not the company's. */
function greetingAt(now: number): string {
  const hour = new Date(now).getHours()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

/** Sentences for an empty result: of the portal, or of this device, which may know only a part of the catalogue. */
const NOTHING = {
  portal: (keyword: string) => (keyword ? `No apps match “${keyword}”.` : "You don't have access to any apps yet."),
  device: (keyword: string) => `No apps on this device${keyword && ` match “${keyword}”`}.`,
} as const

function Nothing({ keyword, where }: { keyword: string; where: keyof typeof NOTHING }) {
  return (
    <div className={classes.nothing} role="status">
      <Drawn drawing="closed-door" />
      <p>{NOTHING[where](keyword)}</p>
    </div>
  )
}

interface TilesProps extends Pick<PinButtonProps, 'pinned' | 'onFailure'> {
  readonly apps: readonly Application[]
}

function Tiles({ apps, pinned, onFailure }: TilesProps) {
  return (
    <ul className={classes.grid}>
      {apps.map((app) => (
        <li key={app._id}>
          <AppTile app={app} />
          <PinButton app={app} pinned={pinned} onFailure={onFailure} />
        </li>
      ))}
    </ul>
  )
}

interface HomePageProps {
  /** A short notice of other apps, beside the greeting. */
  readonly notice?: ReactNode
  /** Content of other apps. It stands below the tiles because it arrives later and must not move them. */
  readonly below?: ReactNode
}

export function HomePage({ notice, below }: HomePageProps) {
  const me = useMe()
  const navigate = route.useNavigate()
  const search = route.useSearch({ select: homeSearch, structuralSharing: true })
  const keyword = search.keyword ?? ''
  const [text, setText] = useSearchText(keyword)
  const { page, isTyping, isPending, shown, isFoundHere, emptyFor, error } = useHomeApps(search, text)
  useAppCode(page?.applications ?? [])
  const cached = useCachedApplications()
  const pinned = usePins()
  const canChange = useCanChange()
  const [failure, setFailure] = useState<unknown>(null)
  // Changes with the time of day, also in a window that stays open over night.
  const hello = `${useReadOfNow(greetingAt)}, ${me.name}.`
  const lead = (
    <span className={classes.lead}>
      <span className={classes.hello} title={hello}>
        {hello}
      </span>
      {notice}
    </span>
  )
  return (
    <Page
      title="Our Apps"
      lead={lead}
      aside={
        <AppSearch
          className={classes.search}
          text={text}
          onText={setText}
          onSearch={(wanted) => void navigate({ to: '/', search: wanted })}
        />
      }
    >
      {isPending && !isTyping ? (
        <Loading />
      ) : (
        <>
          <ErrorAlert error={error} />
          {pinned && !canChange && <p className={card.interruption}>{CANNOT_KEEP}</p>}
          <div className={card.above}>
            <ErrorAlert error={failure} />
          </div>
          {page && !isTyping && keyword === '' && <HandyApps apps={cached} pages={page.pages} />}
          {shown.length > 0 && <Tiles apps={shown} pinned={pinned} onFailure={setFailure} />}
          {shown.length === 0 && emptyFor && <Nothing keyword={isFoundHere ? text.trim() : keyword} where={emptyFor} />}
          {shown.length === 0 && !emptyFor && isFoundHere && <Loading />}
          {!isTyping && page && <PageLinks to="/" page={page.page} pages={page.pages} keyword={search.keyword} />}
        </>
      )}
      {(!isPending || isTyping) && below}
    </Page>
  )
}
