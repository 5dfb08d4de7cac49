/** The version in package.json, put in by the build. */
declare const __VERSION__: string

/** What a screen waits for at a first visit, by its path (scripts/first-calls.ts). */
declare const __FIRST_CALLS__: Readonly<
  Record<string, readonly { readonly url: string; readonly isKept: boolean; readonly flags: readonly string[] }[]>
>

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'

/** What React itself draws by; it comes without types. */
declare module 'scheduler' {
  /** From 1 to 125 a second; 0: its own. */
  export function unstable_forceFrameRate(rate: number): void
}
