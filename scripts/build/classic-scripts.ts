/**
 * A build plugin that turns the chunks of every launch into classic scripts. The engine keeps compiled code for classic
 * scripts as soon as the service worker caches them, and a launch loads it; it never does for modules, and compiling
 * them anew took up to a tenth of a launch (https://v8.dev/blog/code-caching-for-devs). Chunks loaded later stay
 * modules.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type RolldownOutput, rolldown, VERSION } from 'rolldown'
import { type ESTree, type Plugin, parseAst, type Rolldown } from 'vite'

/** The global object that holds the scripts' exports, for one another and for the modules. */
const GLOBAL = 'launchCode'

const globalOf = (chunk: Rolldown.OutputChunk) => `${GLOBAL}.${chunk.name.replaceAll(/\W/g, '_')}`

/** Returns the page's entry chunk and all that it imports, in the order in which they have to run. */
export function launchChunks(bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] {
  const found: Rolldown.OutputChunk[] = []
  const seen = new Set<unknown>()
  const add = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) add(bundle[name])
    found.push(chunk)
  }
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk)
  return found
}

/**
 * Returns the chunk's code as a classic script.
 * @throws if an export changes after the script has run: importers copy the value, which would not change with it.
 */
async function asScript(chunk: Rolldown.OutputChunk, globals: ReadonlyMap<string, string>): Promise<string> {
  const pass = await rolldown({
    input: chunk.fileName,
    treeshake: false,
    // Used only by Vite's code for links to chunks; `import.meta` is not available in a classic script.
    transform: { define: { 'import.meta.resolve': 'undefined', 'import.meta.url': 'document.baseURI' } },
    plugins: [
      {
        name: 'chunk',
        resolveId: (id) => (id === chunk.fileName ? id : { id: `/assets/${basename(id)}`, external: 'absolute' }),
        load: () => chunk.code,
      },
    ],
  })
  const write = async (minify: boolean): Promise<RolldownOutput> =>
    pass.generate({
      format: 'iife',
      name: globalOf(chunk),
      globals: (id) => globals.get(basename(id)) ?? '',
      // Modules are strict by default; scripts are not.
      strict: true,
      minify,
    })
  const [readable, small] = [await write(false), await write(true)]
  await pass.close()
  const [, changing] = /Object\.defineProperty\(exports, "([^"]+)", \{\s*enumerable/.exec(readable.output[0].code) ?? []
  if (changing) throw new Error(`“${changing}” of ${chunk.fileName} changes after it is exported.`)
  return small.output[0].code
}

/** Returns the module's code with its imports from the scripts replaced by reads from the global object. */
function withoutImports(chunk: Rolldown.OutputChunk, globals: ReadonlyMap<string, string>): string {
  let { code } = chunk
  for (const node of parseAst(code).body.toReversed()) {
    const from = 'source' in node && node.source ? globals.get(basename(node.source.value)) : undefined
    if (from === undefined) continue
    if (node.type !== 'ImportDeclaration') throw new Error(`${chunk.fileName} exports what it imports.`)
    const names = node.specifiers.map(nameOf).join()
    code = `${code.slice(0, node.start)}const{${names}}=${from};${code.slice(node.end)}`
  }
  return code
}

function nameOf(specifier: ESTree.ImportDeclarationSpecifier): string {
  if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
    throw new Error(`Nobody knows how to read “${specifier.local.name}” from a script.`)
  return `${specifier.imported.name}:${specifier.local.name}`
}

const DYNAMIC_IMPORT = /\bimport\(\s*["'`](?:\.\/)?([\w.-]+\.js)["'`]/g

/** The plugin. `names`: the chunks that a launch begins with, in the order in which they run. */
export const classicScripts = (...names: readonly string[]): Plugin => ({
  name: 'classic-scripts',
  enforce: 'post',
  // File names are hashes of the code before this plugin, and are cached for a year: include the plugin itself.
  augmentChunkHash: () =>
    createHash('sha256')
      .update(VERSION)
      .update(names.join())
      .update(readFileSync(new URL(import.meta.url)))
      .digest('hex'),
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const scripts = launchChunks(bundle)
      const found = scripts.map(({ name }) => name).join()
      if (found !== names.join())
        throw new Error(`A launch begins with “${found}”: say so where this plugin is asked for.`)
      const globals = new Map(scripts.map((chunk) => [basename(chunk.fileName), globalOf(chunk)]))
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const asked = Array.from(chunk.code.matchAll(DYNAMIC_IMPORT), ([, name = '']) => name)
        const late = asked.find((name) => globals.has(name))
        if (late) throw new Error(`${chunk.fileName} asks for ${late} as a module, which is a script.`)
        chunk.code = await (scripts.includes(chunk) ? asScript(chunk, globals) : withoutImports(chunk, globals))
      }
    },
  },
})
