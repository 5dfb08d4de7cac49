/** Shows a screen to people whom the rule allows; others read which permission it needs (wire.md §4). */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Rule } from '#contract/who.ts'
import { callerOf, useMe } from '#src/api/session.ts'
import classes from '#src/screen/Message.module.css'
import { Message } from '#src/screen/Message.tsx'

export function NeedsPermission({ rule, title, children }: { rule: Rule; title: string; children: ReactNode }) {
  const me = useMe()
  const verdict = rule.allows(callerOf(me), {})
  if (verdict === true) return children
  return (
    <Message title={title} drawing="key">
      <p className={classes.words}>{verdict}</p>
      {me.isAdmin ? (
        <Button component={Link} to={`/frontend-admin/user/${me._id}/edit`}>
          Edit my permissions
        </Button>
      ) : (
        <Button component={Link} to="/" variant="default">
          Back to home
        </Button>
      )}
    </Message>
  )
}
