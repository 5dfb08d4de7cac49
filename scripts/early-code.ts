/**
 * Puts into the shell what runs the first page's code, and asks for the code behind the sign-in, or of the sign-in, beside
 * it: asked for by that, it would be a quarter of a second late on a phone. It says so to the styles, too: what stands
 * there meanwhile differs (base.css). And what reads the disk and asks the portal meanwhile. A script of the shell's own,
 * which the server allows by its hash.
 */
import { build, type Plugin, type Rolldown } from 'vite'
import { launchChunks } from './classic-scripts.ts'

/** Runs before everything else, in any browser that has modules. */
const fetchEarly = (inside: string[], outside: string[]) => {
  try {
    const isSignedIn = localStorage.getItem('userInfo') !== null
    document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
    for (const href of isSignedIn ? inside : outside) {
      const link = document.createElement('link')
      if (href.endsWith('.js')) link.rel = 'modulepreload'
      else if (link.blocking) {
        // Nothing is drawn without it, so the code that needs it finds it and need not wait. Where it does not come, that
        // code asks for it itself; and where it has passed by already, it is said as it would say it.
        link.rel = 'stylesheet'
        link.blocking.add('render')
        link.onerror = () => {
          link.remove()
          window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
        }
      } else {
        link.rel = 'preload'
        link.as = 'style'
      }
      link.crossOrigin = ''
      link.href = href
      document.head.append(link)
    }
  } catch {
    // no storage: asked for later
  }
}

/** Runs once the shell has said what the code reads of it, and before it waits for a style. */
const runLaunch = (scripts: string[]) => {
  for (const src of scripts) {
    const script = document.createElement('script')
    // One after the other, each in a turn of its own: in one a phone would not hear a finger for so long.
    script.async = false
    script.crossOrigin = ''
    script.src = src
    document.head.append(script)
  }
}

/** A file of ours with all that it imports, as one script. */
async function bundled(input: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}

interface Early {
  /** What else runs before everything else. */
  readonly script: string
  /** What stands in it for what the build knows. */
  readonly define: Record<string, string>
  /** The names of the groups with what comes after signing in, and before. */
  readonly inside: string
  readonly outside: string
}

/** What Vite writes for the code of the first page, which here comes as scripts (classic-scripts.ts). */
const MODULE_TAGS = /\s*<(?:script [^>]*type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

export const earlyCode = ({ script, define, ...names }: Early): Plugin => ({
  name: 'early-code',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      if (!bundle) return html
      const chunkOf = (name: string) => {
        const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === name)
        if (chunk?.type !== 'chunk') throw new Error(`There is no chunk “${name}”.`)
        return chunk
      }
      const filesOf = (name: string) => {
        const { fileName, viteMetadata } = chunkOf(name)
        return JSON.stringify([fileName, ...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`))
      }
      const launch = launchChunks(bundle).map(({ fileName }) => `/${fileName}`)
      const call = `(${fetchEarly})(${filesOf(names.inside)},${filesOf(names.outside)})`
      const whole = html.replaceAll(MODULE_TAGS, '')
      const begin = whole.indexOf('<link rel="stylesheet"')
      if (begin < whole.indexOf('property="csp-nonce"')) throw new Error('The code has to find the nonce in the shell.')
      // Asked for while the script before them is still awaited; they also keep Vite from asking for the same as modules.
      const asked = launch.map((href) => `<link rel="preload" as="script" crossorigin href="${href}">\n    `).join('')
      const run = `<script>(${runLaunch})(${JSON.stringify(launch)})</script>\n    `
      return {
        html: whole.slice(0, begin) + asked + run + whole.slice(begin),
        tags: [{ tag: 'script', children: `${call};${await bundled(script, define)}`, injectTo: 'head-prepend' }],
      }
    },
  },
})
