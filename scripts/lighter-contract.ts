/** What the contract says for those who read it on the API's page: the page's own code has no use for it. */
import type { Plugin } from 'vite'

const SUMMARY = /^\s+summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm

export function lighterContract(): Plugin {
  return {
    name: 'lighter-contract',
    apply: 'build',
    // Before types and quotes are touched.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/apps\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
    },
  }
}
