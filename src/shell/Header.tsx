/** The one row on top of every screen: brand, Admin menu, connection, notes, profile, sign out (spec §2). */
import { ActionIcon } from '@mantine/core'
import { IconLogout, IconNotes, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { connection } from '#src/api/connection.ts'
import { useMe } from '#src/api/session.ts'
import { signOut } from '#src/apps/accounts/sign-out.ts'
import { useUnread } from '#src/apps/versions/use-unread.ts'
import { fetchSoon } from '#src/lib/fetch-soon.ts'
import { hasUnsaved } from '#src/lib/unsaved.ts'
import { askOtherTabs, isUnsavedElsewhere } from '#src/lib/unsaved-elsewhere.ts'
import { hasDrafts } from '#src/offline/drafts.ts'
import { myChanges, unsettled } from '#src/offline/my-changes.ts'
import { DoorwayMark, portalName } from '#src/ui/Brand.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy-code.tsx'
import { AdminButton } from './AdminButton.tsx'
import { ConnectionChip } from './ConnectionChip.tsx'
import type { DialogState } from './dialog-state.ts'
import classes from './Header.module.css'
import { QuickFindButton } from './QuickFindButton.tsx'

const adminMenu = () => import('./AdminMenu.tsx')
const ClosedMenu = (props: ComponentProps<typeof AdminButton>) => (
  <AdminButton aria-haspopup="menu" aria-expanded={false} {...props} />
)
const AdminMenu = lazyPart(
  () =>
    adminMenu()
      .then((m) => m.AdminMenu)
      // If the menu's code cannot be loaded, a disabled button is better than an error in place of the screen.
      .catch(() => () => <AdminButton disabled />),
  ClosedMenu,
)
const SignOutDialog = lazyDialog(() => import('./SignOutDialog.tsx').then((m) => m.SignOutDialog))

interface IconLinkProps {
  readonly to: '/versions' | '/profile'
  readonly label: string
  /** A few words if there is something new: adds a dot, and the words to the label. */
  readonly news?: string | undefined
  readonly children: ReactNode
}

function IconLink({ to, label, news, children }: IconLinkProps) {
  const words = news ? `${label}: ${news}` : label
  return (
    <ActionIcon
      data-tip={words}
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      size={40}
      aria-label={words}
      className={classes.icon}
    >
      {children}
      {news && <span className={classes.dot} />}
    </ActionIcon>
  )
}

function NotesLink() {
  return (
    <IconLink to="/versions" label="Release notes" news={useUnread() ? 'something new' : undefined}>
      <IconNotes {...icon} />
    </IconLink>
  )
}

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

/** Returns a sentence about the unsaved work that signing out would lose, or null if there is none. */
function lossOf(userId: number): string | null {
  if (hasUnsaved()) return 'What you changed here is not saved.'
  if (hasDrafts(userId)) return 'What you began to write has not been sent and would be lost.'
  return isUnsavedElsewhere() ? 'What you changed in another tab or window is not saved.' : null
}

/** Signs out; asks first if there are unsent changes or unsaved forms, or if the device is offline. */
function SignOut() {
  const { _id: userId } = useMe()
  const [question, setQuestion] = useState<DialogState>('unused')
  const [loss, setLoss] = useState<string | null>(null)
  function leave() {
    const goes = lossOf(userId)
    setLoss(goes)
    if (goes !== null || !connection().online || unsettled(myChanges()).length > 0) setQuestion('open')
    else void signOut()
  }
  return (
    <>
      <ActionIcon
        data-tip="Sign out"
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Sign out"
        className={classes.icon}
        onPointerEnter={askOtherTabs}
        // Only on keyboard focus: a press focuses the button after `onPointerEnter` asked, and would drop the answers.
        onFocus={({ target }) => target.matches(':focus-visible') && askOtherTabs()}
        onClick={leave}
      >
        <IconLogout {...icon} />
      </ActionIcon>
      {question !== 'unused' && (
        <SignOutDialog opened={question === 'open'} loss={loss} onClose={() => setQuestion('closed')} />
      )}
    </>
  )
}

/**
 * Replaces the button by the menu only once it is pressed: a click on an element that is replaced meanwhile is lost.
 */
function Admin() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => fetchSoon(adminMenu), [])
  return isWanted ? <AdminMenu /> : <ClosedMenu onClick={() => setWanted(true)} />
}

export function Header() {
  const me = useMe()
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Link to="/" className={classes.brand}>
          <DoorwayMark />
          <span className={classes.name}>{portalName()}</span>
        </Link>
        <nav aria-label="Main" className={classes.nav}>
          {me.isAdmin && <Admin />}
          <span className={classes.gap} />
          <ConnectionChip />
          <QuickFindButton />
          <NotesLink />
          <IconLink to="/profile" label="Profile">
            <IconUserCircle {...icon} />
          </IconLink>
          <SignOut />
        </nav>
      </div>
    </header>
  )
}
