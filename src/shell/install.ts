/** Decides whether to offer installing the portal: once, to somebody who has come back on a second day. */
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'
import { localDay } from '#src/lib/local-day.ts'
import { isPhoneSafari } from '#src/lib/phone-safari.ts'

/** Chromium's own event (not in the DOM's types); other browsers have none. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

type InstallOffer = 'none' | 'prompt' | 'share-menu'

const KEY = 'portal.visits'
const ENOUGH_DAYS = 2

interface Visits {
  readonly days: number
  /** `YYYY-MM-DD` by this device's clock. */
  readonly last: string
  /** The day on which the offer was shown: an unanswered offer is not repeated on another day. */
  readonly offeredOn: string
  /** Whether the offer was accepted or declined. */
  readonly isAnswered: boolean
}

const NONE: Visits = { days: 0, last: '', offeredOn: '', isAnswered: false }

let event: InstallEvent | null = null
let offer: InstallOffer = 'none'
const { notify, listen } = listeners()

function read(): Visits {
  const kept = attempt((): Partial<Visits> => JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  // Without storage the answer could not be remembered, so count it as given.
  return { ...NONE, ...(kept ?? { isAnswered: true }) }
}

function write(visits: Visits): void {
  attempt(() => localStorage.setItem(KEY, JSON.stringify(visits)))
}

function decide(): void {
  const { days, last, offeredOn, isAnswered } = read()
  const isWelcome = !isAnswered && days >= ENOUGH_DAYS && (offeredOn === '' || offeredOn === last)
  offer = !isWelcome ? 'none' : event ? 'prompt' : isPhoneSafari() ? 'share-menu' : 'none'
  notify()
}

/** Counts the days on which the portal is opened, and holds back the browser's own prompt for a better moment. */
export function watchInstall(today = localDay(Date.now())): void {
  const visits = read()
  if (visits.last !== today) write({ ...visits, days: visits.days + 1, last: today })
  window.addEventListener('beforeinstallprompt', (prompt) => {
    prompt.preventDefault()
    event = prompt as InstallEvent
    decide()
  })
  window.addEventListener('appinstalled', () => answerInstall())
  decide()
}

export const installOffer = () => offer
export const onInstallOffer = listen

/** Notes that the offer is visible, with the day. */
export const noteInstallOffered = () => {
  const visits = read()
  write({ ...visits, offeredOn: visits.last })
}

/** Notes that the person has decided, either way: they are not asked again on this device. */
export function answerInstall(): void {
  event = null
  write({ ...read(), isAnswered: true })
  decide()
}

/** Shows the browser's own install prompt. */
export async function install(): Promise<void> {
  await event?.prompt().catch(() => {})
  answerInstall()
}
