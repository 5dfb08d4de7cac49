/** Checks the promises against a history. Nothing here knows how the core keeps them. */
import { keysOf } from '#contract/records.ts'
import { type Facts, factsOf, isBefore, type Tap } from './facts.ts'
import type { History } from './history.ts'

export interface Violation {
  readonly rule: Rule
  readonly what: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Accepted changes are kept for a day by the device's clock (offline.md §2.6); what comes close to that is not judged. */
const KEPT_MS = 23 * HOUR_MS
/** Longer than the slowest request is under way: a delayed request makes its tap look younger. */
const SLOWEST_MS = 70_000
const STALE_MS = 14 * DAY_MS

const nameOf = ({ value, key, user, entity }: Tap) => `${value} (${key}, user ${user}, ${entity})`

/** Whether the tap was refused and the tray says so in the server's own words. */
function isRefusedVisibly(facts: Facts, tap: Tap): boolean {
  const line = facts.leftOver(tap)
  if (line?.state !== 'rejected') return false
  return facts.refusalsOf(tap.key).some(({ status, detail }) => status === line.status && detail === line.detail)
}

/** Whether the tap, or the tap that replaced it, took effect or has a good reason not to have. */
function isAccountedFor(facts: Facts, tap: Tap, seen: ReadonlySet<Tap> = new Set()): boolean {
  if (facts.effectsOf(tap).length > 0 || isRefusedVisibly(facts, tap)) return true
  if (facts.isDiscarded(tap, facts.history.length)) return true
  // What still waits is not lost; that it still waits is for the rule `stuck`.
  if (facts.leftOver(tap)?.state === 'pending') return true
  const repeated = facts.refusalsOf(tap.key).length > 0 ? facts.taps.filter(({ repeats }) => repeats === tap.key) : []
  const next = [...facts.heirsOf(tap), ...repeated].filter((other) => !seen.has(other))
  return next.some((other) => isAccountedFor(facts, other, new Set([...seen, tap])))
}

const lost = (facts: Facts): string[] =>
  facts.taps.filter((tap) => tap.keptAt !== null && !isAccountedFor(facts, tap)).map(nameOf)

/** Each key and each tap has one effect, and a refused tap one repetition. */
function doubled(facts: Facts): string[] {
  const found = facts.taps.filter((tap) => facts.effectsOf(tap).length > 1)
  const keys = facts.effects.flatMap(({ key }) => (key === null ? [] : [key]))
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index)
  const done = facts.taps.filter(({ repeats, ...tap }) => repeats !== null && facts.effectsOf(tap as Tap).length > 0)
  const again = done.filter((tap) => {
    const first = facts.tapOf(tap.repeats)
    const hadEffect = first && facts.effectsOf(first).length > 0 && facts.refusalsOf(first.key).length === 0
    return hadEffect || done.some((other) => other !== tap && other.repeats === tap.repeats)
  })
  return [...found.map(nameOf), ...twice, ...again.map(nameOf)]
}

/** One person's taps of an entity take effect in the order in which they were made. */
function reordered(facts: Facts): string[] {
  const done = facts.effects.flatMap((effect) => {
    const tap = effect.key === null ? undefined : facts.makerOf(effect)
    return tap ? [{ tap, pos: effect.pos }] : []
  })
  return done.flatMap((late, index) => {
    // A tap that the person was told was refused, or discarded while it was under way, may still arrive.
    const isTaken =
      facts.isDiscarded(late.tap, late.pos) ||
      facts.refusalsOf(late.tap.key).length > 0 ||
      // A passed tap may also arrive late if the person has insisted on it; it never goes by itself, whatever the clock
      // says.
      (isPassed(facts, late.tap, late.pos) && isAsked(facts, late.tap.key, late.pos))
    const overtaken = done
      .slice(0, index)
      .find(({ tap }) => tap.user === late.tap.user && tap.entity === late.tap.entity && isBefore(late.tap, tap))
    return !isTaken && overtaken ? [`${nameOf(late.tap)} after ${nameOf(overtaken.tap)}`] : []
  })
}

const sentAsAnother = (facts: Facts): string[] =>
  facts.requests.flatMap(({ value, user }) => {
    const [tap] = facts.tapsNamed(value)
    return tap && tap.user !== user ? [`${nameOf(tap)} sent as ${user}`] : []
  })

/** Until a new person has changed the password, the server accepts nothing else from them. */
const tooSoon = (facts: Facts): string[] => facts.requests.filter(({ maySend }) => !maySend).map(({ value }) => value)

function torn(facts: Facts): string[] {
  const bodies = new Map<string, string>()
  const found = facts.requests.filter(({ key, body }) => {
    const first = bodies.get(key)
    bodies.set(key, first ?? body)
    return first !== undefined && first !== body
  })
  return [...found.map(({ key }) => key), ...facts.reuses.map(({ key }) => key)]
}

const stuck = (facts: Facts): string[] =>
  facts.rests.flatMap(({ tray }) => tray.filter(({ state }) => state === 'pending').map(({ value }) => value))

/** Whether the person had said by that place of the history that they want the old tap sent. */
const isAsked = (facts: Facts, key: string, before: number): boolean =>
  facts.insists.some((insist) => insist.key === key && insist.pos < before)

/** Old changes are sent only once the person asks for it. */
const unasked = (facts: Facts): string[] =>
  facts.requests.flatMap(({ key, at, pos }) => {
    const tap = facts.tapOf(key)
    return tap && tap.keptAt !== null && !isAsked(facts, key, pos) && at - tap.latest > STALE_MS ? [nameOf(tap)] : []
  })

/** A tap never undoes what somebody else did after it, however late it arrives (offline.md §2.7). */
const overwrote = (facts: Facts): string[] =>
  facts.effects.flatMap((effect, index) => {
    const tap = effect.key === null ? undefined : facts.makerOf(effect)
    const before = facts.effects.slice(0, index).findLast(({ entity }) => entity === effect.entity)
    if (!tap || !before || before.key !== null || before.truly <= tap.truly + SLOWEST_MS) return []
    // If the clock was set meanwhile, nobody knows how old the tap is.
    const isSet = facts.clocks.some(({ pos }) => pos > tap.pos && pos < effect.pos)
    return isSet ? [] : [`${nameOf(tap)} over ${before.value}`]
  })

/** Whether the accepted change may be forgotten: that happens a day later, by whatever the device's clock says. */
const isForgotten = (facts: Facts, accepted: number, now: number): boolean =>
  facts.clockSpread(Math.max(0, accepted - 20), now) > KEPT_MS

/**
 * Whether the tap was too old to be sent by itself and its person made later ones: those are sent first, and the tap is
 * no longer shown.
 */
const isPassed = (facts: Facts, tap: Tap, before: number): boolean =>
  facts.clockAfter(tap, before) - tap.latest > STALE_MS &&
  facts.taps.some((other) => other.user === tap.user && other.entity === tap.entity && other.pos > tap.pos)

/** Whether the person knows that the tap is not in force: it was refused or discarded, or waits for their decision. */
const isGone = (facts: Facts, tap: Tap, before: number): boolean =>
  facts.isDiscarded(tap, before) ||
  facts.refusalsOf(tap.key).some(({ pos }) => pos < before) ||
  isPassed(facts, tap, before)

/** A person's own last change is no conflict for their next one, unless they believe that the last one has not happened. */
const ownConflict = (facts: Facts): string[] =>
  facts.refusals.flatMap(({ key, lastKey, pos }) => {
    const tap = facts.tapOf(key)
    const last = facts.tapOf(lastKey)
    if (!tap || !last || last.user !== tap.user) return []
    const [effect] = facts.effectsOf(last)
    if (effect && isForgotten(facts, effect.pos, pos)) return []
    // A late copy of a refused change meets the person's own next change.
    return isBefore(tap, last) || isGone(facts, last, pos) ? [] : [nameOf(tap)]
  })

/** What a screen shows, and the place in the history. */
interface Shown {
  readonly value: string
  readonly pos: number
}

/** Whether what a screen shows is older than a tap of its person. */
function isOlder(facts: Facts, { value, pos }: Shown, tap: Tap): boolean {
  if (facts.tapsNamed(value).some((shown) => shown.user === tap.user && !isBefore(shown, tap))) return false
  const effect = facts.effectsOf(tap).find((one) => one.pos < pos)
  const shown = facts.effects.findLast((one) => one.value === value && one.pos < pos)
  if (!effect) return true
  return (shown?.rev ?? 0) < effect.rev && !isForgotten(facts, effect.pos, pos)
}

/** Whether a screen has fallen behind a tap, and behind every tap that may have replaced it. */
function isBehind(facts: Facts, shown: Shown, tap: Tap, seen: ReadonlySet<Tap> = new Set()): boolean {
  if (!isOlder(facts, shown, tap) || isGone(facts, tap, shown.pos)) return false
  const heirs = facts.heirsOf(tap).filter((heir) => !seen.has(heir))
  return heirs.every((heir) => isBehind(facts, shown, heir, new Set([...seen, tap])))
}

/** Yields every screen, with the place in the history up to which its tab had read the disk. */
function* readings(facts: Facts) {
  const readUpTo = new Map<number, number>()
  for (const [pos, event] of facts.history.entries()) {
    if (event.is === 'follows') readUpTo.delete(event.tab)
    if (event.is === 'published') readUpTo.set(event.tab, event.begun)
    if (event.is === 'screen') yield { ...event, pos, begun: readUpTo.get(event.tab) ?? -1 }
  }
}

/** A screen never falls behind a change of its person that it could know of. */
function reverted(facts: Facts): string[] {
  const found: string[] = []
  for (const { user, entity, begun, tab, ...shown } of readings(facts)) {
    for (const tap of facts.taps) {
      if (tap.user !== user || tap.entity !== entity || tap.keptAt === null || tap.keptAt >= begun) continue
      if (!isBehind(facts, shown, tap)) continue
      found.push(`tab ${tab} shows ${shown.value} after ${nameOf(tap)}, at ${shown.pos}`)
    }
  }
  return found
}

/** Nobody sees or counts another person's change that the server does not have. */
function leaked(facts: Facts): string[] {
  const mayShow = (value: string, user: number, pos: number) => {
    const taps = facts.tapsNamed(value)
    if (taps.length === 0 || taps.some((tap) => tap.user === user)) return true
    return facts.effects.some((effect) => effect.value === value && effect.pos < pos)
  }
  const shown = facts.screens.filter(({ value, user, pos }) => !mayShow(value, user, pos))
  const listed = [...facts.published, ...facts.rests].flatMap(({ user, tray }) =>
    tray
      .filter(({ value }) => facts.tapsNamed(value).some((tap) => tap.user !== user))
      .map(({ value }) => ({ value, user })),
  )
  return [...shown, ...listed].map(({ value, user }) => `${value} before user ${user}`)
}

/** A tap that a tray has shown as accepted or refused stays so. */
function undone(facts: Facts): string[] {
  const said = new Map<string, { state: string; pos: number }>()
  const found: string[] = []
  const hear = (tray: (typeof facts.rests)[number]['tray'], begun: number, pos: number) => {
    for (const { key, value, state } of tray) {
      const before = said.get(key)
      if (before && before.pos < begun && before.state !== state) found.push(`${value}: ${before.state}, then ${state}`)
      if (state !== 'pending') said.set(key, before ?? { state, pos })
    }
  }
  for (const { tray, begun, pos } of facts.published) hear(tray, begun, pos)
  for (const { tray, pos } of facts.rests) hear(tray, pos, pos)
  return found
}

/** The check of each promise, by the promise's name. */
export const RULES = {
  lost,
  doubled,
  reordered,
  'sent as another': sentAsAnother,
  'sent too soon': tooSoon,
  torn,
  stuck,
  unasked,
  'own conflict': ownConflict,
  overwrote,
  reverted,
  leaked,
  undone,
} satisfies Record<string, (facts: Facts) => string[]>

export type Rule = keyof typeof RULES

/** Returns every violation in a history; empty if it keeps all promises. */
export function check(history: History): Violation[] {
  const facts = factsOf(history)
  return keysOf(RULES).flatMap((rule) => RULES[rule](facts).map((what) => ({ rule, what })))
}
