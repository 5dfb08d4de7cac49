/** Whether this server is on its way out: health says so before the door closes (wire.md “The portal itself”). */
import type { Deps } from '../../deps.ts'

const stopping = new WeakSet<Deps['feed']>()

/** From now on health answers 503, so that whoever balances the load sends nothing new. */
export const announceStop = (deps: Deps): void => {
  stopping.add(deps.feed)
}

export const isStopping = (deps: Deps): boolean => stopping.has(deps.feed)
