/** For paths that lead nowhere (spec §2 Other screens). */
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Message } from './Message.tsx'

export function NotFoundPage() {
  return (
    <Message title="Lost your way?" drawing="path">
      <Text c="dimmed" mb="lg">
        Sorry, we can't find your page. You'll find more to explore on the home page.
      </Text>
      <Button component={Link} to="/">
        Back to home
      </Button>
    </Message>
  )
}
