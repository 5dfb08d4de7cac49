import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { reportReachable, reportUnreachable } from '#src/api/connection.ts'
import { openDb } from '#src/offline/db.ts'
import { NEW_ROW, type NewRow, ROW_VERSION } from '#src/offline/row.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const drawn = vi.hoisted((): string[] => [])
vi.mock('./queued-kinds.ts', async (original) => {
  const kinds = await original<typeof import('./queued-kinds.ts')>()
  const descriptionOf: typeof kinds.descriptionOf = (row) => {
    drawn.push(row.key)
    return kinds.descriptionOf(row)
  }
  return { ...kinds, descriptionOf }
})

const { portal } = withPortal()
beforeEach(() => {
  drawn.length = 0
})

/** Returns the outbox row of one of a person's many breaks. */
const rowOf = (userId: number, place: number, now: number): NewRow => ({
  ...NEW_ROW,
  v: ROW_VERSION,
  key: crypto.randomUUID(),
  userId,
  entity: `break:${place}`,
  target: `break:${place}`,
  kind: 'break.set',
  call: callId(updateMyBreak),
  body: { status: true },
  about: `Person ${place}`,
  occurredAt: new Date(now - 60_000).toISOString(),
  state: 'pending',
})

/** Opens the tray of an offline person with this many waiting changes. */
async function openTray(count: number) {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  network.use(offlineHandler)
  act(reportUnreachable)
  const now = Date.now()
  await openDb().outbox.bulkAdd(Array.from({ length: count }, (_, place) => rowOf(ann.id, place + 1, now)) as never)
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('button', { name: new RegExp(`, ${count} waiting$`) }))
  const tray = within(await screen.findByRole('dialog', { name: 'Your changes' }))
  const entries = () => within(tray.getByRole('list', { name: 'Not sent' })).getAllByRole('listitem')
  await waitFor(() => expect(entries()[0]).toHaveTextContent('Person 1: Back'))
  const rows = () => openDb().outbox.where('userId').equals(ann.id)
  return { user, tray, entries, rows }
}

test('shows the first fifty changes, says how many more there are, and shows more on demand', async () => {
  const { user, tray, entries } = await openTray(101)
  expect(entries()).toHaveLength(50)
  const more = () => tray.getByRole('button', { name: 'Show more' })
  expect(more().parentElement).toHaveTextContent(/^and 51 more/)
  await user.click(more())
  expect(entries()).toHaveLength(100)
  expect(entries()[50]).toHaveFocus()
  expect(entries()[50]).toHaveTextContent('Person 51: Back')
  expect(more().parentElement).toHaveTextContent(/^and 1 more/)
  await user.click(more())
  expect(entries()).toHaveLength(101)
  expect(entries()[100]).toHaveFocus()
  expect(tray.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('does not render a row again when another changes or disappears', async () => {
  const { tray, entries, rows } = await openTray(60)
  const first = await rows().first()
  const changed = () => rows().filter(({ key }) => key === first?.key)
  drawn.length = 0
  await changed().modify({ state: 'rejected', detail: 'Too late.' })
  expect(await tray.findByText('Too late.')).toBeVisible()
  expect(new Set(drawn)).toEqual(new Set([first?.key]))
  drawn.length = 0
  await changed().delete()
  await waitFor(() =>
    expect(tray.getByRole('button', { name: 'Show more' }).parentElement).toHaveTextContent(/^and 9 /),
  )
  expect(entries()).toHaveLength(50)
  expect(new Set(drawn).size).toBe(1)
})

test('announces the number of waiting changes when it rises, not when it falls', async () => {
  const { rows } = await openTray(3)
  const heard: string[] = []
  const waiting = screen.getByText(/3 changes are waiting\.$/)
  const observer = new MutationObserver(() => waiting.textContent && heard.push(waiting.textContent))
  observer.observe(waiting, { subtree: true, childList: true, characterData: true })
  const named = (count: number) =>
    screen.findByRole('button', { name: new RegExp(`, ${count} waiting$`), hidden: true })
  const [first, second] = await rows().toArray()
  for (const [row, left] of [
    [first, 2],
    [second, 1],
  ] as const) {
    await rows()
      .filter(({ key }) => key === row?.key)
      .delete()
    await named(left)
  }
  expect(heard).toEqual([])
  await openDb().outbox.add({ ...first, seq: undefined } as never)
  await named(2)
  expect(heard).toEqual(['2 changes are waiting.'])
  await rows()
    .filter(({ key }) => key === first?.key)
    .delete()
  await named(1)
  // When the connection is lost or back, the number of waiting changes is announced again.
  act(reportReachable)
  await waitFor(() => expect(heard).toEqual(['2 changes are waiting.', '1 change is waiting.']))
  observer.disconnect()
})
