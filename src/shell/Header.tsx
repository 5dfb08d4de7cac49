/** The one row on top of every screen: brand, Admin menu, connection, notes, profile, sign out (spec §2). */
import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLogout, IconNotes, IconSearch, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
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
import classes from './Header.module.css'

const adminMenu = () => import('./AdminMenu.tsx')
const ClosedMenu = (props: ComponentProps<typeof AdminButton>) => (
  <AdminButton aria-haspopup="menu" aria-expanded={false} {...props} />
)
const AdminMenu = lazyPart(
  () =>
    adminMenu()
      .then((m) => m.AdminMenu)
      // The button without its menu is better than no screen.
      .catch(() => () => <AdminButton disabled />),
  ClosedMenu,
)
const QuickFind = lazyDialog(() => import('./QuickFind.tsx').then((m) => m.QuickFind))
const SignOutDialog = lazyDialog(() => import('./SignOutDialog.tsx').then((m) => m.SignOutDialog))

interface IconLinkProps {
  readonly to: '/versions' | '/profile'
  readonly label: string
  /** What there is to see, where there is something new. */
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

/** Once used it stays, closed, so that it can give the focus back. */
type Dialog = 'unused' | 'open' | 'closed'

/** Also by Ctrl+K (⌘K), wherever one types. Who types on before its code is there types into a field that hands it over. */
function Find() {
  const [dialog, setDialog] = useState<Dialog>('unused')
  const [isThere, setThere] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  const open = () => {
    if (!isThere && dialog !== 'open') before.current = document.activeElement
    setDialog('open')
  }
  const close = () => {
    setDialog('closed')
    // The dialog gives the focus back to what had it: at the first time that was the field, which is gone.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    before.current = null
  }
  const takeOver = () => {
    setThere(true)
    return field.current?.value ?? ''
  }
  // Over a question that waits for its answer it would be closed by the same Escape, unanswered.
  const isAsked = () => document.activeElement?.closest('[aria-modal=true]')
  useHotkeys([['mod+K', () => !isAsked() && open()]], [], true)
  return (
    <>
      <ActionIcon
        data-tip="Quick find (Ctrl+K)"
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Quick find"
        aria-haspopup="dialog"
        className={classes.icon}
        onClick={open}
      >
        <IconSearch {...icon} />
      </ActionIcon>
      {dialog === 'open' && !isThere && (
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: it was asked for
          autoFocus
          aria-label="What to find"
          autoComplete="off"
          className={classes.waiting}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        />
      )}
      {dialog !== 'unused' && <QuickFind opened={dialog === 'open'} onClose={close} takeOver={takeOver} />}
    </>
  )
}

/** What would go with the person, in a sentence; null where nothing would. */
function lossOf(userId: number): string | null {
  if (hasUnsaved()) return 'What you changed here is not saved.'
  if (hasDrafts(userId)) return 'What you began to write is not sent, and would be gone.'
  return isUnsavedElsewhere() ? 'What you changed in another tab or window is not saved.' : null
}

/** Whoever has changes that were not sent, or a form that is not saved, is asked what becomes of them; offline everybody is. */
function SignOut() {
  const { _id: userId } = useMe()
  const [question, setQuestion] = useState<Dialog>('unused')
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
        // By a press it comes after the question, whose answer it would forget.
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

/** The menu takes the button's place once it is pressed, never before: a click on what is replaced under it is lost. */
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
          <Find />
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
