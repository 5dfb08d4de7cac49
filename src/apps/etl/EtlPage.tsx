/** The runs of the data pipelines: the past week, each source, and the failures (spec §2 ETL viewer). */
import { Tabs } from '@mantine/core'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { useMe } from '#src/api/session.ts'
import { ConnectionNotice } from '#src/screen/ConnectionNotice.tsx'
import { Page } from '#src/screen/Page.tsx'
import { DrillDown } from './DrillDown.tsx'
import classes from './EtlPage.module.css'
import { Expectations } from './Expectations.tsx'
import { etlSearch, type Tab } from './etl-search.ts'
import { FailedSteps } from './FailedSteps.tsx'
import { Keys } from './Keys.tsx'
import { Overview } from './Overview.tsx'
import { apiKeys, dataSources, expectations, failedRuns, recentRuns } from './queries.ts'
import { useEtlSearch } from './use-etl-search.ts'
import { useFreshRuns } from './use-runs.ts'

const TITLES: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  'drill-down': 'Drill Down',
  failed: 'Failed Steps',
  keys: 'Keys',
}

/** The offline notice. It mentions earlier runs only if the device has cached data for this tab. */
function Offline({ tab }: { tab: Tab }) {
  const { since } = useConnection()
  const [recent, failed, sources] = [
    useQuery({ ...recentRuns.query, enabled: false }).data,
    useQuery({ ...failedRuns.query, enabled: false }).data,
    useQuery({ ...dataSources, enabled: false }).data,
  ]
  const held = { overview: recent, failed, 'drill-down': sources, keys: undefined }[tab]
  return <ConnectionNotice since={since}>{held && 'You see the runs from before.'}</ConnectionNotice>
}

/** Both lists are requested at once, but the second is shown once the first is known, so that it does not move. */
function KeysAndExpectations() {
  const { online } = useConnection()
  const { isPending } = useQuery(apiKeys)
  usePrefetchQuery(expectations)
  return (
    <>
      <Keys />
      {isPending && online ? null : <Expectations />}
    </>
  )
}

export function EtlPage() {
  const me = useMe()
  const isOther = useIsOther()
  const isAdmin = me.isAdmin && !isOther
  const { online } = useConnection()
  const { search, open } = useEtlSearch()
  const isCounted = useFreshRuns()
  const tab: Tab = search.tab === 'keys' && !isAdmin ? 'overview' : (search.tab ?? 'overview')
  return (
    <Page title="ETL Viewer" inWindow={tab === 'overview' ? undefined : `${TITLES[tab]} · ETL Viewer`}>
      {!online && <Offline tab={tab} />}
      <Tabs
        value={tab}
        onChange={(next) => open(etlSearch({ tab: next }))}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
      >
        <Tabs.List
          aria-label="ETL Viewer"
          // On a narrow screen the tabs scroll sideways, and a browser does not scroll to a tab that is partly visible.
          onFocus={({ currentTarget: list, target }) => {
            const [row, tab] = [list.getBoundingClientRect(), target.getBoundingClientRect()]
            list.scrollLeft += Math.min(0, tab.left - row.left) + Math.max(0, tab.right - row.right)
          }}
        >
          <Tabs.Tab value="overview">{TITLES.overview}</Tabs.Tab>
          <Tabs.Tab value="drill-down" rightSection={<span className={classes.label}>Don't use yet</span>}>
            {TITLES['drill-down']}
          </Tabs.Tab>
          <Tabs.Tab value="failed">{TITLES.failed}</Tabs.Tab>
          {isAdmin && (
            <Tabs.Tab value="keys" className={classes.last}>
              {TITLES.keys}
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview isCounted={isCounted} />
        </Tabs.Panel>
        <Tabs.Panel value="drill-down">
          <DrillDown />
        </Tabs.Panel>
        <Tabs.Panel value="failed">
          <FailedSteps />
        </Tabs.Panel>
        {isAdmin && (
          <Tabs.Panel value="keys">
            <KeysAndExpectations />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  )
}
