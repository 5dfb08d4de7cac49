/** Where the live socket is on the portal's own port: on local development (spec §7, wire.md “Live socket”). */

/** Whether a host name is this machine's: localhost, 127.0.0.0/8 and [::1]. */
export const isLocal = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
