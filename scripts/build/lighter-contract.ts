/**
 * A build plugin that removes what the contract says for the API documentation alone (`summary`, `refuses`): the page needs
 * none of it.
 */
import type { Plugin } from 'vite'

const REFUSES = /^\s+refuses: \[[\d, ]+\],$/gm
const SUMMARY = /^\s+summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm

export function lighterContract(): Plugin {
  return {
    name: 'lighter-contract',
    apply: 'build',
    // Before other plugins change types and quotes, which the patterns rely on.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/apps\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(SUMMARY, '').replace(REFUSES, ''), map: null }),
    },
  }
}
