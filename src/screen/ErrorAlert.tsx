/** The red alert of a panel: the server's message, or why the server could not be reached (spec §8). */
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { Problem, sentenceOf } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import classes from './ErrorAlert.module.css'
import { focusTitle } from './Page.tsx'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

/**
 * Whether trying again is pointless: the server refused the request, or the error is a sentence of the screen itself.
 */
export const isFinal = (error: unknown): boolean =>
  !(error instanceof Error) || (error instanceof Problem && error.status < 500)

/** Returns the active queries that failed with this very error, or none if trying again is pointless. */
const failedQueries = (error: unknown) =>
  isFinal(error)
    ? []
    : queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.error === error })

/** Calls `onTry`, which rejects on failure. If the button disappears, its dialog or the title gets the focus. */
export function TryAgain({ onTry }: { onTry: () => Promise<unknown> }) {
  const whenGone = useFocusWhenGone()
  return (
    <Button
      variant="default"
      onClick={({ currentTarget }) => {
        const dialog = currentTarget.closest<HTMLElement>('[role=dialog]')
        whenGone(() => (dialog ? dialog.focus() : focusTitle()))
        // The try failed and the button is still there: if it disappears later by itself, the focus is left alone.
        onTry().catch(() => whenGone(() => {}))
      }}
    >
      Try again
    </Button>
  )
}

/**
 * Shows `error`, which is anything thrown or a sentence; renders nothing if it is falsy. If queries of this screen
 * failed with it and may succeed another time, offers to fetch them again.
 */
export function ErrorAlert({ error }: { error: unknown }) {
  // Mantine's generated id changes after the first render.
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
  const failed = failedQueries(error)
  if (failed.length === 0) return alert
  return (
    <div className={classes.again}>
      {alert}
      <TryAgain onTry={() => Promise.all(failed.map((query) => query.fetch()))} />
    </div>
  )
}
