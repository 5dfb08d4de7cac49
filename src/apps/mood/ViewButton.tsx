import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { asButton } from '#src/lib/as-button.ts'
import { type MoodSearch, moodSearch } from './mood-search.ts'

/** Link to the reports of a person or a week. The name searched for stays in the address for the way back. */
export function ViewButton({ what, to }: { what: string; to: MoodSearch }) {
  return (
    <Button
      renderRoot={(props) => (
        <Link to="/app/mood-report" search={(before) => moodSearch({ ...before, ...to })} {...props} />
      )}
      {...asButton}
      variant="default"
      size="compact-sm"
      aria-label={`View reports of ${what}`}
    >
      View
    </Button>
  )
}
