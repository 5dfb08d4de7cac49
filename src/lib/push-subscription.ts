/** Turns a browser's push subscription into the body of the `subscribe` call. For page and worker. */
import type { subscribe } from '#contract/apps/notifications.ts'
import type { BodyIn } from '#contract/call.ts'

/** The first match counts: most browsers name others in their user agent as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns a name by which a person recognises the device: `Firefox on Windows`. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = nameIn(SYSTEMS)
  const browser = nameIn(BROWSERS) ?? 'A browser'
  return system ? `${browser} on ${system}` : browser
}

/** Returns the body of the `subscribe` call. */
export function subscriptionBody(subscription: PushSubscription): BodyIn<typeof subscribe> {
  const { endpoint, keys = {} } = subscription.toJSON()
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
    name: deviceName(navigator.userAgent),
  }
}

/** Returns the portal's public key as browsers take it. `base64url`: as the server sends it. */
export const keyBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
