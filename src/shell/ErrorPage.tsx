/** Shown when a screen throws or its code cannot be loaded: what happened and what to do next (wire.md §4). */
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { sentenceOf } from '#src/api/problem.ts'
import classes from '#src/screen/Message.module.css'
import { Message } from '#src/screen/Message.tsx'
import { MissingCode } from './updates/new-code.ts'

const isMissingCode = (error: unknown) =>
  error instanceof MissingCode ||
  (error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message))

export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Message title="This screen could not be shown" drawing="cloud">
      <p className={classes.words}>
        {isMissingCode(error)
          ? 'Its code could not be loaded. Please check your connection and try again.'
          : sentenceOf(error)}
      </p>
      <div className={classes.ways}>
        <Button onClick={retry}>Try again</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    </Message>
  )
}
