/** What was seen from outside while a schedule ran, in order: the only thing that the checker reads. */

/** How a tap shows in a tray. */
export interface TrayLine {
  readonly value: string
  readonly key: string
  readonly state: 'pending' | 'acked' | 'rejected'
  readonly status: number | null
  readonly detail: string | null
}

export type Event =
  /** A person began a tap. `value` is the tap's own mark in its body; a repeat has that of the tap it repeats. */
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
      /** By no clock that anybody can set. */
      readonly truly: number
      /** The key of the refused tap that is done once more. */
      readonly repeats: string | null
    }
  /** The tap was acknowledged: from now on it must not get lost. `as`: the key of what was kept for it. */
  | {
      readonly is: 'kept'
      readonly tab: number
      readonly key: string
      readonly as: string
      /** By the device's clock. */
      readonly at: number
    }
  /** The device said that it could not keep the tap. */
  | { readonly is: 'notKept'; readonly key: string }
  /** The person threw away what a tray showed; null where that was a whole sign-out. */
  | { readonly is: 'discard'; readonly user: number; readonly key: string | null }
  /** The person wants an old one sent. */
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
  /** The server changed a record. `user` of nobody on this device: somebody else's change, without a key. */
  | {
      readonly is: 'effect'
      readonly user: number
      readonly entity: string
      readonly value: string
      readonly key: string | null
      readonly rev: number
      /** By no clock that anybody can set. */
      readonly truly: number
    }
  /** Somebody set the device's clock. */
  | { readonly is: 'clock' }
  /** The portal refused, in its own words; `lastKey`: the key of the change that was in the way. */
  | {
      readonly is: 'refusal'
      readonly key: string
      readonly status: number
      readonly detail: string
      readonly lastKey: string | null
    }
  /** One key came with two bodies. */
  | { readonly is: 'reuse'; readonly key: string }
  /** A tab has drawn what was on the disk at or after `begun`, an index of this history. */
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
  /** The tab shows another person, or nobody, from now on. */
  | { readonly is: 'follows'; readonly tab: number; readonly user: number | null }
  /** What a person's tray shows when everything has come to rest. */
  | { readonly is: 'rest'; readonly user: number; readonly tray: readonly TrayLine[] }

export type History = Event[]

/** What happened how often, so that the proof cannot go hollow. */
export type Counts = Record<string, number>

export const addCounts = (total: Counts, more: Counts): void => {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count
}
