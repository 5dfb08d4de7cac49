/**
 * A build plugin that puts inline scripts into the shell, which the server allows by their hashes. They run the launch
 * code and, at the same time, load the chunk for signed-in people or that of the sign-in page: loaded by the launch
 * code, it would be a quarter of a second late on a phone. They also mark the document for the styles, as the launch
 * screen differs (base.css), and run `script`, which reads the disk and calls the server meanwhile.
 */
import { build, type Plugin, type Rolldown } from 'vite'
import { launchChunks } from './classic-scripts.ts'

/** Inlined into the shell. Runs before everything else, in any browser that supports modules. */
const fetchEarly = (inside: string[], outside: string[]) => {
  try {
    const isSignedIn = localStorage.getItem('userInfo') !== null
    document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
    for (const href of isSignedIn ? inside : outside) {
      const link = document.createElement('link')
      if (href.endsWith('.js')) link.rel = 'modulepreload'
      else if (link.blocking) {
        // Blocks rendering, so the code that needs the style finds it and need not wait. If it fails to load, that code
        // loads it itself; if that code has run already, this reports the failure as that code would.
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
    // no storage: loaded later
  }
}

/** Inlined into the shell. Runs after the tags that the code reads, and before a style sheet could delay it. */
const runLaunch = (scripts: string[]) => {
  const KEY = 'portal.opened-again'
  let isWaiting = false
  let isLeaving = false
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  const reloadOnceAMinute = () => {
    try {
      // Firefox stops whatever is loading as soon as another address is opened.
      if (isLeaving) return
      const wait = 60_000 - Math.abs(Date.now() - Number(sessionStorage.getItem(KEY)))
      if (wait > 0) return void setTimeout(reloadOnceAnswered, wait)
      sessionStorage.setItem(KEY, String(Date.now()))
      location.reload()
    } catch {
      // no storage: it might never end
    }
  }
  const reloadOnceAnswered = () => {
    const again = () => setTimeout(reloadOnceAnswered, 2_000)
    // A portal that restarts would answer the reload with a message of its own, and a network that asks to sign in with
    // its page, which is an answer here too.
    fetch('/api/health', { cache: 'no-store' }).then(
      ({ ok, status, headers }) =>
        status >= 500 || (ok && /html/.test(headers.get('content-type') ?? '')) ? again() : reloadOnceAMinute(),
      again,
    )
  }
  for (const src of scripts) {
    const script = document.createElement('script')
    // In order, each in a task of its own: in a single task a phone would not respond to touch for as long.
    script.async = false
    script.crossOrigin = ''
    // Nothing begins without all of them: if the line lost one, the page is opened anew.
    script.onerror = () => {
      if (!isWaiting) reloadOnceAnswered()
      isWaiting = true
    }
    script.src = src
    document.head.append(script)
  }
}

/** Bundles one of our files with all its imports into one script. */
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
  /** A file whose code also runs before everything else. */
  readonly script: string
  /** Build-time values that `script` uses, by the names that they replace. */
  readonly define: Record<string, string>
  /** The names of the code groups after (`inside`) and before (`outside`) signing in. */
  readonly inside: string
  readonly outside: string
}

/** Vite's tags for the launch code, removed because it is loaded as classic scripts (classic-scripts.ts). */
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
      // Load all scripts at once, not one by one; the links also keep Vite from loading the same files as modules.
      const asked = launch.map((href) => `<link rel="preload" as="script" crossorigin href="${href}">\n    `).join('')
      const run = `<script>(${runLaunch})(${JSON.stringify(launch)})</script>\n    `
      return {
        html: whole.slice(0, begin) + asked + run + whole.slice(begin),
        tags: [{ tag: 'script', children: `${call};${await bundled(script, define)}`, injectTo: 'head-prepend' }],
      }
    },
  },
})
