/** The red alert of a panel: what the server said, or why it could not be asked (spec §8). */
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useId } from 'react'
import { Problem, sentenceOf } from '#src/api/problem.ts'
import classes from './ErrorAlert.module.css'
import { focusTitle } from './Page.tsx'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

/** Refused, or a sentence of the screen's own: for all that the alert knows it would be the same another time. */
export const isFinal = (error: unknown): boolean =>
  !(error instanceof Error) || (error instanceof Problem && error.status < 500)

/** What was asked on this screen and failed by this very error, if it may go well another time. */
const askedInVain = (client: QueryClient | undefined, error: unknown) =>
  client && !isFinal(error)
    ? client.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.error === error })
    : []

/** Where it goes as it is pressed, the focus goes to its dialog or to the title. `onTry` throws where it was in vain. */
export function TryAgain({ onTry }: { onTry: () => Promise<unknown> }) {
  const whenGone = useFocusWhenGone()
  return (
    <Button
      variant="default"
      onClick={({ currentTarget }) => {
        const dialog = currentTarget.closest<HTMLElement>('[role=dialog]')
        whenGone(() => (dialog ? dialog.focus() : focusTitle()))
        // Still there: what comes later, by itself, takes the focus from nobody.
        onTry().catch(() => whenGone(() => {}))
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
      <TryAgain onTry={() => Promise.all(asked.map((query) => query.fetch()))} />
    </div>
  )
}
