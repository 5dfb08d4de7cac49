/** The page for unknown paths (spec §2 Other screens). */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { asButton } from '#src/lib/as-button.ts'
import classes from '#src/screen/Message.module.css'
import { Message } from '#src/screen/Message.tsx'

export function NotFoundPage() {
  return (
    <Message title="Lost your way?" drawing="path">
      <p className={classes.words}>Sorry, we can't find your page. You'll find more to explore on the home page.</p>
      <Button component={Link} to="/" {...asButton}>
        Back to home
      </Button>
    </Message>
  )
}
