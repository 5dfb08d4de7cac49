/** Looks up a history's events by tap: the basis of the checker's rules. */
import type { Event, History, TrayLine } from './history.ts'

type Of<K extends Event['is']> = Extract<Event, { is: K }> & { readonly pos: number }

/** A tap or its repetition, each with a key of its own. */
export interface Tap extends Of<'tap'> {
  /** Place in the history at which it was acknowledged; null if it never was. */
  readonly keptAt: number | null
  /** The latest time that the device's clock may have given the tap. */
  readonly latest: number
}

export interface Facts {
  readonly history: History
  readonly taps: readonly Tap[]
  readonly requests: readonly Of<'request'>[]
  readonly effects: readonly Of<'effect'>[]
  readonly refusals: readonly Of<'refusal'>[]
  readonly reuses: readonly Of<'reuse'>[]
  readonly clocks: readonly Of<'clock'>[]
  readonly insists: readonly Of<'insist'>[]
  readonly screens: readonly Of<'screen'>[]
  readonly published: readonly Of<'published'>[]
  readonly rests: readonly Of<'rest'>[]
  tapOf(key: string | null): Tap | undefined
  /** Returns the taps with this mark, in order. */
  tapsNamed(value: string): readonly Tap[]
  /** Returns the tap that caused the effect; for an unknown key, the last tap with the effect's mark. */
  makerOf(effect: Of<'effect'>): Tap | undefined
  effectsOf(tap: Tap): readonly Of<'effect'>[]
  refusalsOf(key: string): readonly Of<'refusal'>[]
  isSent(tap: Tap): boolean
  isDiscarded(tap: Tap, before: number): boolean
  /** Returns the tap's line in its person's tray once everything has come to rest. */
  leftOver(tap: Tap): TrayLine | undefined
  /** Returns the taps that may have replaced it before it was sent. */
  heirsOf(tap: Tap): readonly Tap[]
  /** Returns the latest time that the device's clock showed between the tap and this place of the history. */
  clockAfter(tap: Tap, before: number): number
  /** Returns how far the device's clock, as seen in events, moved between two places of the history. */
  clockSpread(from: number, to: number): number
}

function groupBy<T>(all: readonly T[], by: (one: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const name = by(one)
    if (name === undefined) continue
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return groups
}

/** Whether one tap was acknowledged before the other began. Taps in two tabs may have no order at all. */
export const isBefore = (one: Tap, other: Tap): boolean => one.keptAt !== null && one.keptAt < other.pos

export function factsOf(history: History): Facts {
  const placed = history.map((event, pos) => ({ ...event, pos }))
  const all = <K extends Event['is']>(is: K): Of<K>[] => placed.filter((event) => event.is === is) as Of<K>[]

  const kept = new Map(all('kept').map((event) => [event.key, event]))
  const tapped = all('tap')
  const repeatedBy = new Map(tapped.map(({ key, repeats }) => [key, repeats]))
  // A second “Try again” of the same row is told that it is done already: both are one tap.
  const isAgain = ({ key, repeats }: Of<'tap'>) => {
    const as = kept.get(key)?.as ?? key
    return repeats !== null && as !== key && repeatedBy.get(as) === repeats
  }
  const taps: Tap[] = tapped
    .filter((tap) => !isAgain(tap))
    .map((tap) => {
      const { pos: keptAt = null, at = tap.at } = kept.get(tap.key) ?? {}
      return { ...tap, keptAt, latest: Math.max(at, tap.at) }
    })
  const byKey = new Map(taps.map((tap) => [tap.key, tap]))
  const byValue = groupBy(taps, ({ value }) => value)
  const byLine = groupBy(taps, ({ user, entity, merges }) =>
    merges === null ? undefined : `${user} ${entity} ${merges}`,
  )
  const requests = all('request')
  const sent = new Set(requests.map(({ key }) => key))
  const effects = all('effect')
  const refusals = all('refusal')
  const refusalsByKey = groupBy(refusals, ({ key }) => key)
  const discards = all('discard')
  const rests = all('rest')
  const left = new Map(rests.flatMap(({ tray }) => tray.map((line) => [line.key, line])))

  const makerOf = (effect: Of<'effect'>) =>
    byKey.get(effect.key ?? '') ?? byValue.get(effect.value)?.findLast(({ pos }) => pos < effect.pos)
  const effectsByKey = groupBy(effects, (effect) => makerOf(effect)?.key)

  return {
    history,
    taps,
    requests,
    effects,
    refusals,
    reuses: all('reuse'),
    clocks: all('clock'),
    insists: all('insist'),
    screens: all('screen'),
    published: all('published'),
    rests,
    tapOf: (key) => byKey.get(key ?? ''),
    tapsNamed: (value) => byValue.get(value) ?? [],
    makerOf,
    effectsOf: ({ key }) => effectsByKey.get(key) ?? [],
    refusalsOf: (key) => refusalsByKey.get(key) ?? [],
    isSent: ({ key }) => sent.has(key),
    isDiscarded: (tap, before) =>
      discards.some(({ key, user, pos }) =>
        pos >= before ? false : key === null ? user === tap.user && pos > tap.pos : key === tap.key,
      ),
    leftOver: ({ key }) => left.get(key),
    heirsOf(tap) {
      if (tap.merges === null || sent.has(tap.key)) return []
      const line = byLine.get(`${tap.user} ${tap.entity} ${tap.merges}`) ?? []
      return line.filter((other) => other !== tap && !isBefore(other, tap))
    },
    clockAfter: (tap, before) =>
      placed
        .slice(tap.pos, before)
        .reduce((latest, event) => ('at' in event && event.at > latest ? event.at : latest), tap.latest),
    clockSpread(from, to) {
      const seen = placed.slice(from, to + 1).flatMap((event) => ('at' in event ? [event.at] : []))
      return seen.length > 0 ? Math.max(...seen) - Math.min(...seen) : 0
    },
  }
}
