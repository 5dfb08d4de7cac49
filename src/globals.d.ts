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
