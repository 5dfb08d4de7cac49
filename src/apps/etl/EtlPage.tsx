/** What the data pipelines did: the past week, each source, and what failed (spec §2 ETL viewer). */
import { Tabs } from '@mantine/core'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { useMe } from '#src/api/session.ts'
import { Interruption } from '#src/shell/Interruption.tsx'
import { Page } from '#src/shell/Page.tsx'
import { DrillDown } from './DrillDown.tsx'
import classes from './EtlPage.module.css'
import { Expectations } from './Expectations.tsx'
import type { EtlSearch, Tab } from './etl-search.ts'
import { FailedSteps } from './FailedSteps.tsx'
import { Keys } from './Keys.tsx'
import { Overview } from './Overview.tsx'
import { useEtlSearch } from './use-etl-search.ts'
import { useFreshRuns } from './use-runs.ts'

export function EtlPage() {
  const me = useMe()
  const isOther = useIsOther()
  const isAdmin = me.isAdmin && !isOther
  const { online, since } = useConnection()
  const { search, open } = useEtlSearch()
  const isCounted = useFreshRuns()
  const tab: Tab = search.tab === 'keys' && !isAdmin ? 'overview' : (search.tab ?? 'overview')
  return (
    <Page title="ETL Viewer">
      {!online && <Interruption since={since}>You see the runs that came before.</Interruption>}
      <Tabs
        value={tab}
        onChange={(next) => open(next === 'overview' ? {} : { tab: next as NonNullable<EtlSearch['tab']> })}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="drill-down" rightSection={<span className={classes.label}>Don't use yet</span>}>
            Drill Down
          </Tabs.Tab>
          <Tabs.Tab value="failed">Failed Steps</Tabs.Tab>
          {isAdmin && (
            <Tabs.Tab value="keys" className={classes.last}>
              Keys
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
            <Keys />
            <Expectations />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  )
}
