/** What was seen from outside while a schedule ran, in order: all that the checker reads. */

/** A row as a tray shows it. */
export interface TrayLine {
  readonly value: string
  readonly key: string
  readonly state: 'pending' | 'acked' | 'rejected'
  readonly status: number | null
  readonly detail: string | null
}

export type Event =
  /** A person began a tap. `value` is the mark that its body carries; a repeated tap has the mark of the tap it repeats. */
  | {
      readonly is: 'tap'
      readonly tab: number
      readonly user: number
      readonly entity: string
      readonly value: string
      readonly key: string
      readonly merges: string | null
      /** By the device's clock. */
      readonly at: number
      /** By the world's own time, which nobody can set. */
      readonly truly: number
      /** The key of the refused tap that is repeated. */
      readonly repeats: string | null
    }
  /** The tap was acknowledged: from now on it must not get lost. `as`: the key of the row that was stored for it. */
  | {
      readonly is: 'kept'
      readonly tab: number
      readonly key: string
      readonly as: string
      /** By the device's clock. */
      readonly at: number
    }
  /** The device reported that it could not keep the tap. */
  | { readonly is: 'notKept'; readonly key: string }
  /** The person discarded a row of the tray; null: all their rows, by signing out. */
  | { readonly is: 'discard'; readonly user: number; readonly key: string | null }
  /** The person asked to send an old row. */
  | { readonly is: 'insist'; readonly key: string }
  /** A request left a tab or the worker. */
  | {
      readonly is: 'request'
      readonly user: number | null
      readonly maySend: boolean
      readonly key: string
      readonly value: string
      readonly body: string
      /** By the device's clock. */
      readonly at: number
    }
  /** The server changed a record. A change made elsewhere has the user `OTHER` and no key. */
  | {
      readonly is: 'effect'
      readonly user: number
      readonly entity: string
      readonly value: string
      readonly key: string | null
      readonly rev: number
      /** By the world's own time, which nobody can set. */
      readonly truly: number
    }
  /** Somebody set the device's clock. */
  | { readonly is: 'clock' }
  /** The portal refused a request, in its own words. `lastKey`: the key of the change that was in the way. */
  | {
      readonly is: 'refusal'
      readonly key: string
      readonly status: number
      readonly detail: string
      readonly lastKey: string | null
    }
  /** One key arrived with two different bodies. */
  | { readonly is: 'reuse'; readonly key: string }
  /** A tab has drawn what was on disk at or after `begun`, an index of this history. */
  | {
      readonly is: 'published'
      readonly tab: number
      readonly user: number
      readonly begun: number
      readonly tray: readonly TrayLine[]
    }
  /** A tab shows a record. */
  | {
      readonly is: 'screen'
      readonly tab: number
      readonly user: number
      readonly entity: string
      readonly value: string
      /** By the device's clock. */
      readonly at: number
    }
  /** From now on the tab shows another person, or nobody. */
  | { readonly is: 'follows'; readonly tab: number; readonly user: number | null }
  /** What a person's tray shows once everything has come to rest. */
  | { readonly is: 'rest'; readonly user: number; readonly tray: readonly TrayLine[] }

export type History = Event[]

/** How often each thing happened: without enough of each a run proves nothing. */
export type Counts = Record<string, number>

export const addCounts = (total: Counts, more: Counts): void => {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count
}
