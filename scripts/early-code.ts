/**
 * Puts into the shell what fetches the signed-in person's code while the first page's is read: by then it would be a
 * quarter of a second late on a phone. It says so to the styles, too: what stands there meanwhile differs (base.css).
 * A script of the shell's own, which the server allows by its hash.
 */
import type { Plugin } from 'vite'

/** Runs before everything else, in any browser that has modules. */
const fetchEarly = (code: string, styles: string[]) => {
  try {
    if (!localStorage.getItem('userInfo')) return
    document.documentElement.dataset.signedIn = ''
    for (const href of [code, ...styles]) {
      const link = document.createElement('link')
      link.rel = href === code ? 'modulepreload' : 'preload'
      // The code that needs it adds the style itself, and waits for it.
      if (href !== code) link.as = 'style'
      link.crossOrigin = ''
      link.href = href
      document.head.append(link)
    }
  } catch {
    // no storage, nobody is signed in
  }
}

/** `chunk`: the name of the group in which that code is. */
export const earlyCode = (chunk: string): Plugin => ({
  name: 'early-code',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      const found = Object.values(bundle ?? {}).find((each) => each.type === 'chunk' && each.name === chunk)
      if (found?.type !== 'chunk') return []
      const styles = [...(found.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
      const call = `(${fetchEarly})(${JSON.stringify(`/${found.fileName}`)},${JSON.stringify(styles)})`
      return [{ tag: 'script', children: call, injectTo: 'head-prepend' }]
    },
  },
})
