/**
 * A build plugin that makes V8 compile files in full while they load, on a background thread (explicit compile hints).
 * Otherwise each function is compiled at its first call, which took a third of a launch's script time. Other engines
 * see only a comment.
 */
import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'

/** The plugin. `chunks`: the names of the code groups nearly all of whose code runs at once. */
export const compiledWhole = (...chunks: readonly string[]): Plugin => ({
  name: 'compiled-whole',
  // After Vite has prepended its own list of dependencies: the hint must be the first line.
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && chunks.includes(file.name)) file.code = HINT + file.code
    },
  },
})
