/** The honest answer of a screen that comes with a later release; see `not-built-yet.ts`. */
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Message } from './Message.tsx'

export function NotBuiltYetPage({ title }: { title: string }) {
  return (
    <Message title={title} drawing="open-door">
      <Text c="dimmed" mb="lg">
        This screen is not built yet. It comes with a later release of the portal.
      </Text>
      <Button component={Link} to="/" variant="default">
        Back to home
      </Button>
    </Message>
  )
}
