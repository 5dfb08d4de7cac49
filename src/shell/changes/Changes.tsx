/** What the tray shows: a line about the connection, and a person's changes by what became of them. */
import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAwaitsFirstAnswer } from '#src/api/awaits-first-answer.ts'
import { type Connection, useConnection } from '#src/api/connection.ts'
import { countText } from '#src/lib/count-text.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { useNow } from '#src/lib/use-now.ts'
import { isDeviceFull, onDeviceFull } from '#src/offline/device-room.ts'
import { type MyChanges, unsettled } from '#src/offline/my-changes.ts'
import { dismiss } from '#src/offline/outbox-actions.ts'
import { isDoneWith, isPartlyDone, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { ChangeText, Entry, Mark } from './ChangeEntry.tsx'
import classes from './ChangesTray.module.css'
import { descriptionOf } from './queued-kinds.ts'

/** Unsent changes shown at first, and added by each “Show more”: after days offline there may be a thousand. */
const OPEN_SHOWN = 50
/** Sent changes shown: enough to see that they went out. */
const SENT_SHOWN = 10
/** Sent changes are shown for a day; checked here too, as a page may stay open for longer. */
const SENT_SHOWN_MS = DAY_MS

const isPending = ({ state }: Row) => state === 'pending'

/**
 * Returns the status line about connection, store and changes. As a live region it also announces a repeated refusal.
 */
function statusLine(
  { online, since, isAwaited, isFull }: Connection & { readonly isAwaited: boolean; readonly isFull: boolean },
  { status }: MyChanges,
  open: readonly Row[],
): string {
  if (isFull && open.some(isPending))
    return 'This device is full. Free up some space on it: until then what waits here is kept, but not sent.'
  if (status === 'broken') return 'This device can’t keep changes offline. They are made only while you are connected.'
  if (!online)
    return `Offline${since ? ` since ${timeWithDay(since)}` : ''}. Changes are kept on this device and sent when the portal is back.`
  if (isAwaited) return 'Connecting… The portal has not answered yet. Changes are kept on this device until it does.'
  if (status === 'ready' && open.length === 0) return 'Connected. Everything is saved.'
  const refused = open.filter(({ state }) => state === 'rejected').length
  return refused > 0 ? `Connected. ${countText(refused)} refused.` : 'Connected.'
}

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

export function Changes() {
  const isFull = useSyncExternalStore(onDeviceFull, isDeviceFull)
  const connection = { ...useConnection(), isAwaited: useAwaitsFirstAnswer(), isFull }
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
