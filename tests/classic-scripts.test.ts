import { createContext, runInContext } from 'node:vm'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { classicScripts } from '../scripts/build/classic-scripts.ts'

/** Builds these files (name → code), with `page.ts` as the entry, and returns the chunks. */
async function built(files: Readonly<Record<string, string>>): Promise<Rolldown.OutputChunk[]> {
  const inMemory: Plugin = {
    name: 'in-memory',
    enforce: 'pre',
    resolveId: (id) => (id.replace('./', '') in files ? id.replace('./', '') : null),
    load: (id) => files[id] ?? null,
  }
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [inMemory, classicScripts('shared', 'page')],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'page.ts',
        output: { codeSplitting: { groups: [{ name: 'shared', test: /shared\.ts$/ }] } },
      },
    },
  })) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

const PAGE = `
  import { greet } from './shared.ts'
  globalThis.said = greet('page')
  globalThis.more = () => import('./later.ts')
`

test('launch code runs as classic scripts, one after the other; later code reads their exports', async () => {
  const chunks = await built({
    'page.ts': PAGE,
    'shared.ts': "export const greet = (who) => 'Hello, '.concat(who, '.')",
    'later.ts': "import { greet } from './shared.ts'\nglobalThis.late = greet('later')",
  })
  const codeOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.code ?? ''
  const context = createContext({})
  runInContext(codeOf('shared'), context)
  runInContext(codeOf('page'), context)
  expect(context.said).toBe('Hello, page.')
  expect(codeOf('later')).not.toMatch(/\bimport\b/)
  runInContext(codeOf('later'), context)
  expect(context.late).toBe('Hello, later.')
})

test('refuses an export that changes later: what was read of it would not change', async () => {
  const files = { 'page.ts': PAGE, 'later.ts': "import { greet } from './shared.ts'\nexport const late = greet" }
  const changing =
    'export let greet = (who) => who\nexport const learn = (how) => { greet = how }\nglobalThis.learn = learn'
  await expect(built({ ...files, 'shared.ts': changing })).rejects.toThrow('changes after it is exported')
})

test('refuses code that imports a launch script as a module', async () => {
  const files = { 'page.ts': PAGE, 'shared.ts': 'export const greet = (who) => who' }
  const later = "globalThis.late = import('./shared.ts')"
  await expect(built({ ...files, 'later.ts': later })).rejects.toThrow('as a module')
})

test('refuses other launch scripts than the plugin was given, as their names are part of all file names', async () => {
  const files = { 'page.ts': "import './later.ts'\nglobalThis.said = 1", 'later.ts': 'globalThis.late = 1' }
  await expect(built(files)).rejects.toThrow('begins with “page”')
})
