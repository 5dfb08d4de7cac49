/** The version in package.json, inserted by the build. */
declare const __VERSION__: string

/** The requests that a screen waits for at a first visit, by the screen's path (scripts/build/first-calls.ts). */
declare const __FIRST_CALLS__: Readonly<
  Record<string, readonly { readonly url: string; readonly isKept: boolean; readonly flags: readonly string[] }[]>
>

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'

/** React's scheduler, which comes without types. */
declare module 'scheduler' {
  /** Sets the frames per second, 1 to 125; 0 restores the default. */
  export function unstable_forceFrameRate(rate: number): void
}
