/** What libraries do at each launch for nothing. The build fails where they no longer do them as they did. */
import type { Plugin } from 'vite'

interface Change {
  readonly file: RegExp
  readonly from: RegExp
  readonly to: string
  /** How often it is there. */
  readonly times: number
}

const CHANGES: readonly Change[] = [
  {
    // What React throws within itself are errors, made as it is loaded: to say where, the engine reads all of it once
    // more, a tenth of a second on a phone. Nobody reads where these come from.
    file: /react-dom\/cjs\/react-dom-client\.production\.js$/,
    from: /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g,
    to: '$1 = Object.create(Error.prototype, { message: { value: $2 } })',
    times: 5,
  },
  {
    // Mantine gives each field an id of React's, and once it is drawn a random one, for Reacts without `useId`: each
    // screen with a field was drawn twice, the second time in one piece.
    file: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/,
    from: /useIsomorphicEffect\(\(\) => \{[^}]+setUuid\(randomId\(\)\);\s+\}, \[\]\);/g,
    to: '',
    times: 1,
  },
  {
    // Made as the portal is built (scripts/theme-variables.ts), or not used at all: no code for it.
    file: /@mantine\/core\/esm\/core\/MantineProvider\/MantineProvider\.mjs$/,
    from: /with(?:CssVariables|GlobalClasses) && \/\* @__PURE__ \*\/ jsx\(Mantine(?:CssVariables|Classes), \{[^}]*\}\)/g,
    to: 'null',
    times: 2,
  },
  {
    // The portal has colours of its own (src/theme.ts). What a component asks of these at run time is whether they are
    // dark; what it draws with are the variables, which have them all (scripts/theme-variables.ts).
    file: /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/,
    from: /(\w+: \[)(?:\s*"#\w{6}",?){10}\s*\]/g,
    to: '$1...Array(10).fill("#808080")]',
    times: 14,
  },
  {
    // The portal has variants of its own (src/theme.ts): none of Mantine's, and no reckoning with colours at run time.
    file: /@mantine\/core\/esm\/core\/MantineProvider\/default-theme\.mjs$/,
    from: /variantColorResolver: defaultVariantColorsResolver,/g,
    to: '',
    times: 1,
  },
  {
    // The portal waits with the ring alone.
    file: /@mantine\/core\/esm\/components\/Loader\/Loader\.mjs$/,
    from: /\b(?:bars: Bars|dots: Dots),?/g,
    to: '',
    times: 2,
  },
  {
    // Stands in for what React has had itself since 18.
    file: /use-sync-external-store\/shim\/index\.js$/,
    from: /require\('\.\.\/cjs\/use-sync-external-store-shim\.production\.js'\)/g,
    to: "require('react')",
    times: 1,
  },
]

export function lighterLibraries(): Plugin {
  const open = new Set(CHANGES)
  return {
    name: 'lighter-libraries',
    apply: 'build',
    transform: {
      filter: { id: CHANGES.map(({ file }) => file) },
      handler(code, id) {
        const change = CHANGES.find(({ file }) => file.test(id))
        if (!change || code.match(change.from)?.length !== change.times) return
        open.delete(change)
        return { code: code.replace(change.from, change.to), map: null }
      },
    },
    buildEnd(error) {
      if (!error && open.size > 0)
        this.error(`See scripts/lighter-libraries.ts: nothing to change in ${[...open].map(({ file }) => file)}.`)
    },
  }
}
