/** The tray of a person's own changes: unsent, refused or done in part, each with its actions, and those sent. */
import { Button, Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useAwaitsFirstAnswer } from '#src/api/awaits-first-answer.ts'
import { type Connection, useConnection } from '#src/api/connection.ts'
import { countText } from '#src/lib/count-text.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { localDay } from '#src/lib/local-day.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { dayAndTime } from '#src/lib/time.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { useNow } from '#src/lib/use-now.ts'
import { type MyChanges, unsettled } from '#src/offline/my-changes.ts'
import { discard, dismiss, repeat, sendAgain } from '#src/offline/outbox-actions.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'
import { isDoneWith, isKnown, isPartlyDone, isStale, isStuck, type Row, refusalOf } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { ChangeShape } from '#src/ui/ChangeShape.tsx'
import { ClockTime } from '#src/ui/Clock.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { useOpenAfterMount } from '#src/ui/use-open-after-mount.ts'
import { usePhone } from '#src/ui/use-phone.ts'
import classes from './ChangesTray.module.css'
import { CopyText } from './CopyText.tsx'
import { descriptionOf } from './queued-kinds.ts'

const DISCARD = 'This change has not been sent. Discard it?'
const DISCARD_REFUSED = 'The portal refused this change. Discard it?'
/** For a change that was sent but not answered: the server may already have applied it. */
const DISCARD_TRIED = 'This change may have reached the portal already. Discard what is on this device?'
const CALLS: ReadonlySet<string> = new Set(queuedCalls.keys())
const DIALOG = '[role=dialog]'
/** Unsent changes shown at first, and added by each “Show more”: after days offline there may be a thousand. */
const OPEN_SHOWN = 50
/** Sent changes shown: enough to see that they went out. */
const SENT_SHOWN = 10
/** Sent changes are shown for a day; checked here too, as a page may stay open for longer. */
const SENT_SHOWN_MS = DAY_MS

/**
 * Returns the status line about connection, store and changes. As a live region it also announces a repeated refusal.
 */
function statusLine(
  { online, since, isAwaited }: Connection & { readonly isAwaited: boolean },
  { status }: MyChanges,
  open: readonly Row[],
): string {
  if (status === 'broken') return 'This device can’t keep changes offline. They are made only while you are connected.'
  if (!online)
    return `Offline${since ? ` since ${timeWithDay(since)}` : ''}. Changes are kept on this device and sent when the portal is back.`
  if (isAwaited) return 'Connecting… The portal has not answered yet. Changes are kept on this device until it does.'
  if (status === 'ready' && open.length === 0) return 'Connected. Everything is saved.'
  const refused = open.filter(({ state }) => state === 'rejected').length
  return refused > 0 ? `Connected. ${countText(refused)} refused.` : 'Connected.'
}

function stateOf(row: Row, now: number): string {
  if (row.state === 'rejected') return refusalOf(row)
  if (!isKnown(row, CALLS)) return 'Needs the newer version of this app'
  if (isStale(row, now)) return 'Older than 14 days. Send it anyway?'
  return isStuck(row, now) ? 'Has been waiting for more than a day' : 'Waiting to be sent'
}

const SHAPES = { rejected: 'refused', pending: 'waiting', acked: 'sent' } as const

const Mark = ({ state }: { state: Row['state'] }) => (
  <ChangeShape state={SHAPES[state]} className={classes.mark} data-state={state} />
)

/** The time of a change, with the day unless it is today: a change may wait for days. */
const ChangeTime = ({ at }: { at: string }) =>
  localDay(Date.parse(at)) === localDay(Date.now()) ? (
    <ClockTime at={at} />
  ) : (
    <time dateTime={at}>{dayAndTime(at)}</time>
  )

function ChangeText({ row }: { row: Row }) {
  const { title, text } = descriptionOf(row)
  return (
    <div className={classes.what}>
      <span className={classes.title}>
        <strong>{title}</strong> <ChangeTime at={row.occurredAt} />
      </span>
      {text && !row.isPrivate && <span className={classes.text}>{text}</span>}
    </div>
  )
}

interface EntryProps {
  readonly row: Row
  readonly now: number
}

/**
 * Whether two props render the same. The outbox is read anew after each sent row, so unchanged rows are new objects.
 */
const rendersSame = (before: EntryProps, after: EntryProps): boolean =>
  stateOf(before.row, before.now) === stateOf(after.row, after.now) &&
  localDay(before.now) === localDay(after.now) &&
  JSON.stringify(before.row) === JSON.stringify(after.row)

const Entry = memo(function Entry({ row, now }: EntryProps) {
  const { title } = descriptionOf(row)
  const [busy, setBusy] = useState(false)
  const isRefused = row.state === 'rejected'
  const again = !isRefused && isStale(row, now) ? 'Send' : 'Try again'

  async function tryAgain(): Promise<void> {
    setBusy(true)
    // If the store fails, the row stays as it is and still shows its state.
    await (isRefused ? repeat : sendAgain)(row).catch(() => {})
    setBusy(false)
  }

  return (
    <li className={classes.entry} tabIndex={-1}>
      <Mark state={row.state} />
      <div className={classes.body}>
        <ChangeText row={row} />
        <span className={classes.state} data-state={row.state}>
          {busy ? 'Being sent…' : stateOf(row, now)}
        </span>
        <div className={classes.actions}>
          {(isRefused || isKnown(row, CALLS)) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${again}: ${title}`}
              onClick={() => void (busy || tryAgain())}
            >
              {again}
            </Button>
          )}
          {isRefused && row.isPrivate && <CopyText row={row} title={title} />}
          <ConfirmButton
            name={title}
            prompt={isRefused ? DISCARD_REFUSED : row.attempts > 0 ? DISCARD_TRIED : DISCARD}
            action="Discard"
            isDestructive
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Discard: ${title}`}
            onConfirm={() => void discard(row)}
          >
            Discard
          </ConfirmButton>
        </div>
      </div>
    </li>
  )
}, rendersSame)

/** Without a service worker, which browsers have only over https, the portal does not open while offline. */
function KeepOpen({ online }: { online: boolean }) {
  if (online || 'serviceWorker' in navigator) return null
  const place = window.isSecureContext ? 'In this browser' : 'At an address that does not begin with https://'
  return (
    <p className={classes.standing}>
      Keep this page open. {place} the portal cannot be opened again without a connection.
    </p>
  )
}

/** The changes not sent or refused. Beyond the first rows, one line says how many more there are. */
function NotSent({ rows, now }: { rows: readonly Row[]; now: number }) {
  const [limit, setLimit] = useState(OPEN_SHOWN)
  const list = useRef<HTMLUListElement>(null)

  // “Show more” is now below the added rows, or gone: move the focus to the first row it added.
  useLayoutEffect(() => {
    const first = list.current?.children[limit - OPEN_SHOWN]
    if (limit > OPEN_SHOWN && first instanceof HTMLElement) first.focus()
  }, [limit])
  return (
    <>
      <ul ref={list} className={classes.list} aria-label="Not sent">
        {rows.slice(0, limit).map((row) => (
          <Entry key={row.key} row={row} now={now} />
        ))}
      </ul>
      {rows.length > limit && (
        <p className={classes.more}>
          and {countText(rows.length - limit)} more
          <Button size="compact-sm" variant="default" onClick={() => setLimit(limit + OPEN_SHOWN)}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

/** A change the server applied in part, as others had changed the rest later; shown until the person dismisses it. */
function PartlyDone({ row }: { row: Row }) {
  return (
    <li className={classes.entry}>
      <Mark state="rejected" />
      <div className={classes.body}>
        <ChangeText row={row} />
        <span className={classes.state} data-state="rejected">
          {row.detail}
        </span>
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Dismiss: ${descriptionOf(row).title}`}
            onClick={() => void dismiss(row)}
          >
            Dismiss
          </Button>
        </div>
      </div>
    </li>
  )
}

function Changes() {
  const connection = { ...useConnection(), isAwaited: useAwaitsFirstAnswer() }
  const mine = useMyChanges()
  useNow()
  // Not the server's time: rows are dated by this device's clock, and their age is judged by it when they are sent.
  const now = Date.now()
  const open = unsettled(mine).toSorted((a, b) => Number(b.state === 'rejected') - Number(a.state === 'rejected'))
  const sent = mine.rows
    .filter((row) => isDoneWith(row) && now - (row.settledAt ?? 0) < SENT_SHOWN_MS)
    .slice(-SENT_SHOWN)
    .reverse()
  const partly = mine.rows.filter(isPartlyDone)
  const top = useRef<HTMLParagraphElement>(null)
  const shown = [...open, ...partly].map(({ key, state }) => key + state).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change that disappears takes its focused button with it.
  useEffect(() => {
    if (isFocusLost()) top.current?.focus()
  }, [shown])
  return (
    <>
      <p ref={top} tabIndex={-1} role="status" className={classes.standing}>
        {statusLine(connection, mine, open)}
      </p>
      <KeepOpen online={connection.online} />
      {open.length > 0 ? <NotSent rows={open} now={now} /> : <p className={classes.nothing}>Nothing is waiting.</p>}
      {partly.length > 0 && (
        <>
          <h3 className={classes.head}>Done in part</h3>
          <ul className={classes.list} aria-label="Done in part">
            {partly.map((row) => (
              <PartlyDone key={row.key} row={row} />
            ))}
          </ul>
        </>
      )}
      {sent.length > 0 && (
        <>
          <h3 className={classes.head}>Sent in the last day</h3>
          <ul className={classes.list} aria-label="Sent in the last day">
            {sent.map((row) => (
              <li key={row.key} className={classes.entry} data-quiet>
                <Mark state={row.state} />
                <ChangeText row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/**
 * Closes the tray on navigation. A tapped notification opens another page, which takes the focus: a tray left open over
 * it would receive no keys.
 */
function useCloseOnNavigation(onLeft: () => void): void {
  const { history } = useRouter()
  const close = useEffectEvent(onLeft)
  useEffect(() => {
    const { pathname } = history.location
    return history.subscribe(({ location }) => location.pathname !== pathname && close())
  }, [history])
}

/** The tray's content; mounted only while the tray is open. */
function Opened({ onClose }: { onClose: () => void }) {
  useCloseOnNavigation(onClose)
  return (
    <>
      <BackCloses onBack={onClose} />
      <Changes />
    </>
  )
}

export function ChangesTray({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isPhone = usePhone()
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      // Escape in the confirmation over the drawer must close that only; the drawer would receive the same key.
      closeOnEscape={false}
      onKeyDown={({ key, currentTarget, target }) => {
        const own = currentTarget.querySelector(DIALOG)
        if (key === 'Escape' && (target as Element).closest(DIALOG) === own) onClose()
      }}
      title="Your changes"
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : 420}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, header: classes.header, title: classes.heading }}
    >
      <Opened onClose={onClose} />
    </Drawer>
  )
}
