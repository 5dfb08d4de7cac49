/**
 * Mantine gives each field an id of React's, and once it is drawn a random one instead, for Reacts without `useId`:
 * every screen with a field was drawn twice, the second time in one piece. In its place: React's id alone.
 */
import type { Plugin } from 'vite'

const USE_ID = /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/
const CODE = `
import { useId as useReactId } from 'react'
export function useId(given) {
  const own = useReactId()
  return typeof given === 'string' ? given : 'mantine-' + own
}
`

export function idsOfReact(): Plugin {
  let isReplaced = false
  return {
    name: 'ids-of-react',
    apply: 'build',
    load: {
      filter: { id: USE_ID },
      handler() {
        isReplaced = true
        return CODE
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Mantine keeps its useId elsewhere now: see scripts/ids-of-react.ts.')
    },
  }
}
