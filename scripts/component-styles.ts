/**
 * Each of Mantine's components brings its own rules, in the file of code that it is in: there is no list to keep, and a
 * screen loads the styles of what it shows. Which rule wins does not depend on which file comes first: layers say so, in
 * the shell, before there is any rule.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** What Mantine stands on, bare elements, its components, the shapes that recur; above them all what a screen says of its own. */
const LAYERS = '@layer ground,base,mantine,shared;'

/** Where a component has the names of its classes, and where it has its rules. */
const CLASS_NAMES = /@mantine\/core\/esm\/(?:\w+\/)+(\w+)\.module\.mjs$/
const RULES = /@mantine\/core\/styles\/(\w+)\.layer\.css$/

const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/baseline.css'))
const rulesOf = (name: string) => readFileSync(join(styles, `${name}.css`), 'utf8')
const firstClass = (rules: string) => rules.match(/\.m_\w+/)?.[0] ?? ''

/** Components of which others are made come before those, as in the one file that Mantine has with all of them. */
function inOrder(components: readonly string[]): string[] {
  const all = rulesOf('../styles')
  const place = (name: string) => all.indexOf(firstClass(rulesOf(name)))
  return [...components].sort((a, b) => place(a) - place(b))
}

/** Has each component import its rules. */
const bringRules: Plugin = {
  name: 'component-rules',
  transform: {
    filter: { id: CLASS_NAMES },
    handler(code, id) {
      return { code: `import '@mantine/core/styles/${CLASS_NAMES.exec(id)?.[1]}.layer.css';\n${code}`, map: null }
    },
  },
}

export const componentStyles = (): Plugin[] => [
  bringRules,
  {
    name: 'component-layers',
    enforce: 'pre',
    // The development server makes libraries ready beforehand.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [bringRules] } } }),
    transform: {
      filter: { id: RULES },
      handler: (code, id) => code.replace('@layer mantine', `@layer mantine.${RULES.exec(id)?.[1]}`),
    },
  },
  {
    name: 'layers-in-order',
    transformIndexHtml: {
      // Last, and so before the script that asks for styles: they count as they stand in the page.
      order: 'post',
      handler(_, { bundle }) {
        const files = bundle
          ? Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
          : readdirSync(styles).map((file) => `@mantine/core/styles/${file}`)
        const components = files.flatMap((file) => (bundle ? CLASS_NAMES : RULES).exec(file)?.[1] ?? [])
        if (components.length === 0)
          throw new Error('See scripts/component-styles.ts: Mantine has its classes elsewhere.')
        const order = inOrder(components).map((name) => `mantine.${name}`)
        return [{ tag: 'style', children: `${LAYERS}@layer ${order};`, injectTo: 'head-prepend' }]
      },
    },
  },
]
