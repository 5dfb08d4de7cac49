/** The red alert of a panel: what the server said, or why it could not be asked (spec §8). */
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type Query, type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useId } from 'react'
import { Problem, sentenceOf } from '#src/api/problem.ts'
import classes from './ErrorAlert.module.css'
import { focusTitle } from './Page.tsx'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

/** What was asked on this screen and failed by this very error, if it may go well another time. */
const askedInVain = (client: QueryClient | undefined, error: unknown) =>
  client && error instanceof Error && !(error instanceof Problem && error.status < 500)
    ? client.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.error === error })
    : []

/** What holds no answer drops its error as it is asked for anew: the alert goes then, and this with it. */
function TryAgain({ asked }: { asked: readonly Query[] }) {
  const whenGone = useFocusWhenGone()
  return (
    <Button
      variant="default"
      onClick={({ currentTarget }) => {
        const dialog = currentTarget.closest<HTMLElement>('[role=dialog]')
        whenGone(() => (dialog ? dialog.focus() : focusTitle()))
        for (const query of asked) void query.fetch().catch(() => {})
      }}
    >
      Try again
    </Button>
  )
}

/** Nothing where there is no error. `error`: whatever was thrown, or a sentence. What could not be read can be asked anew. */
export function ErrorAlert({ error }: { error: unknown }) {
  const client = useContext(QueryClientContext)
  // Mantine's own is another one after a moment.
  const id = useId()
  if (!error) return null
  const alert = (
    <Alert
      id={id}
      role="alert"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.5} aria-hidden />}
      styles={{
        root: { background: 'var(--failed-tint)', border: '1px solid var(--failed)' },
        message: { color: 'var(--failed)', whiteSpace: 'pre-wrap' },
        icon: { color: 'var(--failed)' },
      }}
    >
      {typeof error === 'string' ? error : sentenceOf(error)}
    </Alert>
  )
  const asked = askedInVain(client, error)
  if (asked.length === 0) return alert
  return (
    <div className={classes.again}>
      {alert}
      <TryAgain asked={asked} />
    </div>
  )
}
