/**
 * Has the engine compile these files whole while they load, on a thread beside the page's. Otherwise each function is
 * compiled at its first call, which was a third of a launch's script. V8's explicit compile hints; for others a comment.
 */
import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'

/** `chunks`: the names of the groups whose code nearly all runs at once. */
export const compiledWhole = (...chunks: readonly string[]): Plugin => ({
  name: 'compiled-whole',
  // After Vite has put its own list on top: the hint must be the first line.
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && chunks.includes(file.name)) file.code = HINT + file.code
    },
  },
})
