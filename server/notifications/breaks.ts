/** A break that ran over its planned length: whoever forgot the time, or to come back on the board, is told once. */
import { breaks } from '../apps/onbreak/store.ts'
import { MINUTE_MS } from '../lib/instants.ts'
import { listenersTo, type Now, tell } from './tell.ts'

/** Whoever is over by more knows it, or is away for a reason. */
const WORTH_TELLING_MS = 15 * MINUTE_MS

const minutesOf = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

export async function tellOfBreaks({ db, now }: Now): Promise<void> {
  const listeners = await listenersTo(db, 'breakOver', now)
  if (listeners.length === 0) return
  const since = new Map(listeners.map((listener) => [listener.user.id, listener.since]))
  for (const record of await breaks(db).some([...since.keys()])) {
    const { user_id, status, clock_out_time, planned_minutes } = record
    if (status === 1 || clock_out_time === null || planned_minutes === null) continue
    const over = Date.parse(clock_out_time) + planned_minutes * MINUTE_MS
    const [from, until] = [over, over + WORTH_TELLING_MS].map((at) => new Date(at).toISOString()) as [string, string]
    if (now < from || now >= until || from < (since.get(user_id) ?? now)) continue
    await tell(db, now, {
      userId: user_id,
      kind: 'breakOver',
      causes: [`break ${clock_out_time}`],
      until,
      message: () => ({
        title: 'Your break ran over',
        // Neither what kind of break it is nor why: that is for the board.
        body: `It was planned for ${minutesOf(planned_minutes)}.`,
        tag: 'break-over',
        url: '/app/onbreak',
      }),
    })
  }
}
