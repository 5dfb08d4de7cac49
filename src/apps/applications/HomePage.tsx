/** Home: the apps that this person may open (spec §2 Home). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import type { Application } from '#contract/apps/applications.ts'
import { Problem, Unreachable } from '#src/api/problem.ts'
import { useMe } from '#src/api/session.ts'
import { announce } from '#src/lib/announce.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { useReadOfNow } from '#src/lib/use-now.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { Drawn } from '#src/shell/Message.tsx'
import { Page } from '#src/shell/Page.tsx'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import { AppSearch } from './AppSearch.tsx'
import { AppTile } from './AppTile.tsx'
import { HandyApps, PinButton, usePins } from './HandyApps.tsx'
import classes from './HomePage.module.css'
import { homeSearch } from './home-search.ts'
import { PageLinks } from './PageLinks.tsx'
import { applications } from './queries.ts'
import { useAppCode } from './use-app-code.ts'
import { useCachedApplications } from './use-cached-applications.ts'
import { useMatches } from './use-matches.ts'
import { useSearchText } from './use-search-text.ts'

const route = getRouteApi('/_in/')
const byName = (a: Application, b: Application) => compareText(a.name, b.name) || a._id - b._id

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

/** Returns the number of apps in words. `where`: the part that was counted, if not all of them. */
const countOf = (apps: number, where?: string | false) =>
  `${apps} ${apps === 1 ? 'app' : 'apps'}${where ? ` on this ${where}` : ''}`

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
  const {
    data: answer,
    error,
    isPlaceholderData,
  } = useQuery({
    ...applications.page(search),
    placeholderData: keepPreviousData,
  })
  // Deferred, so that rendering a page of tiles can be interrupted by input.
  const data = useDeferredValue(answer)
  const isPending = !data && !error
  const asked = search.keyword ?? ''
  const [text, setText] = useSearchText(asked)

  useAppCode(data?.applications ?? [])
  const cached = useCachedApplications()
  const pinned = usePins()
  const canChange = useCanChange()
  const [failure, setFailure] = useState<unknown>(null)
  const typed = text.trim()
  const isTyping = typed !== asked
  const { matches, asOf, isWhole } = useMatches(typed, isTyping)
  // Matches found while typing stay if the portal cannot be asked, but not if it refuses the search.
  const isRefused = error instanceof Problem && error.status === 400
  const isFoundHere = isTyping || (asked !== '' && !data && error !== null && !isRefused)
  const shown = (isFoundHere ? matches : (data?.applications ?? [])).toSorted(byName)
  // Whether the result of the search is final. Only then its count is announced to screen readers.
  const isKnown = isFoundHere ? asOf !== null : data !== undefined && data === answer && !isPlaceholderData
  const where = isFoundHere ? !isWhole && 'device' : data && data.pages > 1 && 'page'
  // An empty result is not announced here: its visible sentence is a status already.
  const found = typed && isKnown && shown.length > 0 ? countOf(shown.length, where) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each search, even with an unchanged count
  useEffect(() => {
    if (!found) return
    announce(found)
    // The announcement no longer describes what is shown.
    return () => announce('')
  }, [found, typed])
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
          {/* What this device finds while the portal cannot be reached is an answer, and no failure. */}
          {!data && !(isFoundHere && isKnown && error instanceof Unreachable) && <ErrorAlert error={error} />}
          {pinned && !canChange && <p className={card.interruption}>{CANNOT_KEEP}</p>}
          <div className={card.above}>
            <ErrorAlert error={failure} />
          </div>
          {data && !isTyping && asked === '' && <HandyApps apps={cached} pages={data.pages} />}
          {shown.length > 0 ? (
            <ul className={classes.grid}>
              {shown.map((app) => (
                <li key={app._id}>
                  <AppTile app={app} />
                  <PinButton app={app} pinned={pinned} onFailure={setFailure} />
                </li>
              ))}
            </ul>
          ) : isFoundHere ? (
            asOf ? (
              <Nothing keyword={typed} where={asOf} />
            ) : (
              <Loading />
            )
          ) : (
            // The deferred `data` may still be the response to another search.
            data && data === answer && <Nothing keyword={asked} where="portal" />
          )}
          {!isTyping && data && data === answer && (
            <PageLinks to="/" page={data.page} pages={data.pages} keyword={search.keyword} />
          )}
        </>
      )}
      {(!isPending || isTyping) && below}
    </Page>
  )
}
