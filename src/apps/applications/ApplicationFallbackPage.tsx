/** The page for an `/app/{slug}` that has no screen here (spec §2 Other screens, wire.md §4). */
import { Button, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { asButton } from '#src/lib/as-button.ts'
import { Message } from '#src/screen/Message.tsx'
import { isServerRendered } from './server-rendered.ts'

const route = getRouteApi('/_in/app/$')

export function ApplicationFallbackPage() {
  const { _splat: slug = '' } = route.useParams()
  const { online } = useConnection()
  const isOther = useIsOther()
  // A page that our server renders leads here only if the network failed; another server may have no such page.
  if ((isServerRendered(slug) && !isOther) || !online)
    return (
      <Message title="This page needs the network" drawing="cloud">
        <Text c="dimmed" mb="lg">
          It is not kept on this device. Everything else that you have opened before still works.
        </Text>
        <Button component="a" href={`/app/${slug}`}>
          Try again
        </Button>
      </Message>
    )
  return (
    <Message title="Application not found" drawing="closed-door">
      <Text c="dimmed" mb="lg">
        An application wasn't found at the current url, it is either currently getting developed or does not exist.
      </Text>
      <Button component={Link} to="/" {...asButton}>
        Back to home
      </Button>
    </Message>
  )
}
