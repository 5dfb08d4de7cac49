/** When a screen breaks, or its code cannot be loaded: what happened and what to do next (wire.md §4). */
import { Button, Group, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { sentenceOf } from '#src/api/problem.ts'
import { Message } from './Message.tsx'
import { MissingCode } from './new-code.ts'

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
      <Text c="dimmed" mb="lg">
        {isMissingCode(error)
          ? 'Its code could not be loaded. Please check your connection and try again.'
          : sentenceOf(error)}
      </Text>
      <Group justify="center" gap="sm">
        <Button onClick={retry}>Try again</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </Group>
    </Message>
  )
}
