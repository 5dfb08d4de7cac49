/** The runs that are overdue. A pipeline that does not run reports no failure either. */
import { useQuery } from '@tanstack/react-query'
import { useConnection } from '#src/api/connection.ts'
import { Unreachable } from '#src/api/problem.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Elapsed } from '#src/ui/Clock.tsx'
import { expectationTitle } from './expectation-title.ts'
import classes from './LateRuns.module.css'
import { late } from './queries.ts'
import { RunTime } from './RunTime.tsx'

const POLL_MS = 30_000

export function LateRuns() {
  const { online } = useConnection()
  const { data, error } = useQuery({ ...late, refetchInterval: online && POLL_MS })
  // The offline notice above the tabs covers an unreachable server.
  const failure = data || error instanceof Unreachable ? null : error
  if (!failure && !data?.length) return null
  return (
    <section className={classes.late} aria-labelledby="late">
      <h2 id="late">Late</h2>
      <ErrorAlert error={failure} />
      {data && (
        <ul>
          {data.map(({ _id, dueAt, lastRun, ...expectation }) => (
            <li key={_id}>
              <strong className={classes.what}>{expectationTitle(expectation)}</strong>
              <span>
                should have run by <RunTime at={dueAt} />, <Elapsed since={dueAt} /> ago
              </span>
              <span className={classes.last}>
                {lastRun ? (
                  <>
                    Last run <RunTime at={lastRun} />
                  </>
                ) : (
                  'Has never run'
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
