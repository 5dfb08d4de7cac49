/** Checks the promises of offline.md §0 against what the portal and the devices have seen, once all is at rest. */
import './browser.ts'
import { isAll, targetOf, wantedBy } from '#src/apps/checklist/changes.ts'
import type { Row } from '#src/offline/row.ts'
import type { Device } from './device.ts'
import type { Server } from './server.ts'
import type { Handled, World } from './world.ts'

/** A tap's age is measured when its request arrives, so it may be off by this much. */
const SLOWEST_MS = 10_000

const nameOf = ({ name }: Device, { kind, key }: Row) => `${name}, ${kind} (${key})`
const changedBy = ({ before, after }: Handled) => after.filter((task, index) => task.rev !== before[index]?.rev)

/** Each tap is in the outbox, as itself or as the row that replaced it, and has been answered. */
const lost = ({ devices }: World): string[] =>
  devices.flatMap(({ name, taps, rows }) =>
    taps
      .filter(({ key }) => !rows.some((row) => row.state !== 'pending' && [row.key, ...row.replaces].includes(key)))
      .map(({ key }) => `lost: ${name}, ${key}`),
  )

/** Each key has one effect, on its own task alone; a refused one has none. */
function doubled({ devices, handled }: World): string[] {
  const found: string[] = []
  const bodies = new Map<string, string>()
  const done = new Set<string>()
  for (const one of handled) {
    const { key, body, status, by } = one
    if ((bodies.get(key) ?? body) !== body) found.push(`torn: ${key}`)
    bodies.set(key, body)
    if (changedBy(one).length > 0 && (status !== 200 || done.has(key))) found.push(`doubled: ${key} of ${by.name}`)
    if (status === 200) done.add(key)
  }
  for (const device of devices)
    for (const row of device.rows) {
      const first = handled.find(({ key, status }) => key === row.key && status === 200)
      if (row.state === 'acked' && !first) found.push(`made up: ${nameOf(device, row)}`)
      if (
        handled
          .slice(first ? handled.indexOf(first) : handled.length)
          .some(({ key, status }) => key === row.key && status !== 200)
      )
        found.push(`refused and done: ${nameOf(device, row)}`)
      if (!first || isAll(row)) continue
      const task = first.after.find(({ _id }) => targetOf(_id) === row.target)
      if (task?.isChecked !== wantedBy(row)) found.push(`no effect: ${nameOf(device, row)}`)
      if (changedBy(first).some((other) => other._id !== task?._id)) found.push(`too much: ${nameOf(device, row)}`)
    }
  return found
}

/** One person's taps take effect in the order in which they were made. */
function reordered({ devices, handled }: World): string[] {
  return devices.flatMap((device) => {
    const seqs = handled.flatMap(({ key, status }, index) => {
      const isFirst = handled.findIndex((other) => other.key === key && other.status === 200) === index
      const row = device.rows.find((one) => one.key === key)
      // A change that the person was told was refused may still arrive.
      return status === 200 && isFirst && row && row.state !== 'rejected' ? [row.seq] : []
    })
    return seqs.some((seq, index) => seq < (seqs[index - 1] ?? 0)) ? [`reordered: ${device.name}, ${seqs}`] : []
  })
}

/**
 * Checks who won: a person's own earlier change never blocks their next one, and between two people the later intention
 * wins.
 */
function unfair({ devices, handled }: World, isClockSet: boolean): string[] {
  const found: string[] = []
  const trulyOf = new Map(devices.flatMap(({ taps }) => taps.map(({ key, truly }) => [key, truly] as const)))
  handled.forEach((one, index) => {
    const device = devices.find(({ admin }) => admin.id === one.by.id)
    const row = device?.rows.find(({ key }) => key === one.key)
    if (!device || !row) return
    const isFirst = !handled.slice(0, index).some(({ key, status }) => key === one.key && status === 200)
    if (!isFirst) return
    for (const task of one.after) {
      if (!isAll(row) && targetOf(task._id) !== row.target) continue
      const past = handled
        .slice(0, index)
        .filter((other) => other.status === 200 && changedBy(other).some(({ _id }) => _id === task._id))
      const last = past.at(-1)
      if (!last) continue
      const isKept = task.isChecked !== (isAll(row) || wantedBy(row))
      if (isKept && isAll(row) && row.state === 'acked' && !row.detail)
        found.push(`not told: ${nameOf(device, row)}, task ${task._id}`)
      const truly = trulyOf.get(one.key) ?? 0
      const before = device.rows.find(({ key }) => key === last.key)
      const isOwn = last.by === one.by && before !== undefined && before.seq < row.seq
      const others = past.filter(({ by }) => by !== one.by).map(({ key }) => trulyOf.get(key) ?? 0)
      const isOvertaken = Math.max(0, ...others) > truly
      // A clock set between two taps reverses their order; only the answer to a single task tells whose change it was.
      if (isKept && isOwn && !isOvertaken && !(isClockSet && isAll(row)))
        found.push(`own conflict: ${nameOf(device, row)} over ${last.key}, task ${task._id}`)
      if (isClockSet) continue
      const latest = Math.max(0, ...past.map(({ key }) => trulyOf.get(key) ?? 0))
      const isChanged = changedBy(one).some(({ _id }) => _id === task._id)
      if (isKept && latest + SLOWEST_MS < truly) found.push(`for no reason: ${nameOf(device, row)}, task ${task._id}`)
      if (isChanged && last.by !== one.by && Math.max(0, ...others) > truly + SLOWEST_MS)
        found.push(`overwrote: ${nameOf(device, row)}, task ${task._id}`)
    }
  })
  return found
}

/** Both screens show what the portal has, and every refused change is shown as such. */
async function apart({ devices, seen }: World, server: Server): Promise<string[]> {
  const stored = JSON.stringify(await server.tasks())
  return devices.flatMap((device) => {
    const list = seen(device)
    const plain = list.map(({ isWaiting: _, refused: __, ...task }) => task)
    const isSame = JSON.stringify(plain) === stored && list.every(({ isWaiting }) => !isWaiting)
    const isHidden = (row: Row) =>
      row.state === 'rejected' &&
      (!row.detail || (!isAll(row) && !list.some(({ _id, refused }) => targetOf(_id) === row.target && refused)))
    return [
      ...(isSame ? [] : [`apart: ${device.name} shows ${JSON.stringify(plain)}, stored is ${stored}`]),
      ...device.rows.filter(isHidden).map((row) => `hidden: ${nameOf(device, row)}`),
    ]
  })
}

/** Returns every broken promise of a run; empty if all were kept. */
export async function broken(world: World, server: Server, { isClockSet = false } = {}): Promise<string[]> {
  return [
    ...world.wrong,
    ...lost(world),
    ...doubled(world),
    ...reordered(world),
    ...unfair(world, isClockSet),
    ...(await apart(world, server)),
  ]
}
