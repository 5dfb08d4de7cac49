/** Local development, where the live socket is on the portal's own port (spec §7, wire.md “Live socket”). */

/** Whether a host name means this machine: localhost, 127.0.0.0/8 or [::1]. */
export const isLocal = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
