/**
 * A build plugin that removes the contract's `summary` texts: they are for the API documentation, the page needs none.
 */
import type { Plugin } from 'vite'

const SUMMARY = /^\s+summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm

export function lighterContract(): Plugin {
  return {
    name: 'lighter-contract',
    apply: 'build',
    // Before other plugins change types and quotes, which `SUMMARY` relies on.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/apps\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
    },
  }
}
