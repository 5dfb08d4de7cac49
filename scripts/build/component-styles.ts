/**
 * Build plugins that make each Mantine component import its own CSS, in the chunk it is in: there is no list to
 * maintain, and a screen loads only the styles of the components it shows. Which rule wins does not depend on the order
 * of files: the shell declares the order of CSS layers before any rule.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Layers: Mantine's baseline, bare elements, its components, shared shapes. A screen's own rules, unlayered, win. */
const LAYERS = '@layer ground,base,mantine,shared;'

/** Paths of a component's class names and of its CSS rules. */
const CLASS_NAMES = /@mantine\/core\/esm\/(?:\w+\/)+(\w+)\.module\.mjs$/
const RULES = /@mantine\/core\/styles\/(\w+)\.layer\.css$/

const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/baseline.css'))
const rulesOf = (name: string) => readFileSync(join(styles, `${name}.css`), 'utf8')
const firstClass = (rules: string) => rules.match(/\.m_\w+/)?.[0] ?? ''

/** Sorts components as in Mantine's single CSS file: a component comes after those that it is made of. */
function inOrder(components: readonly string[]): string[] {
  const all = rulesOf('../styles')
  const place = (name: string) => all.indexOf(firstClass(rulesOf(name)))
  return [...components].sort((a, b) => place(a) - place(b))
}

/** Makes each component import its rules. */
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
    // The development server pre-bundles libraries, so it needs the plugin there too.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [bringRules] } } }),
    transform: {
      filter: { id: RULES },
      handler: (code, id) => code.replace('@layer mantine', `@layer mantine.${RULES.exec(id)?.[1]}`),
    },
  },
  {
    name: 'layers-in-order',
    transformIndexHtml: {
      // Last, so that it is prepended before the script that loads styles: the first mention of a layer sets its order.
      order: 'post',
      handler(_, { bundle }) {
        const files = bundle
          ? Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
          : readdirSync(styles).map((file) => `@mantine/core/styles/${file}`)
        const components = files.flatMap((file) => (bundle ? CLASS_NAMES : RULES).exec(file)?.[1] ?? [])
        if (components.length === 0)
          throw new Error('See scripts/build/component-styles.ts: Mantine has its classes elsewhere.')
        const order = inOrder(components).map((name) => `mantine.${name}`)
        return [{ tag: 'style', children: `${LAYERS}@layer ${order};`, injectTo: 'head-prepend' }]
      },
    },
  },
]
