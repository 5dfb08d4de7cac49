/** Builds the page and its service worker into `dist/`. The server: vite.server.config.ts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { calls } from './contract/calls.ts'
import { classicScripts } from './scripts/build/classic-scripts.ts'
import { codeGroups } from './scripts/build/code-groups.ts'
import { compiledWhole } from './scripts/build/compiled-whole.ts'
import { componentStyles } from './scripts/build/component-styles.ts'
import { earlyCode } from './scripts/build/early-code.ts'
import { firstCalls } from './scripts/build/first-calls.ts'
import { lighterContract } from './scripts/build/lighter-contract.ts'
import { lighterLibraries } from './scripts/build/lighter-libraries.ts'
import { themeVariables } from './scripts/build/theme-variables.ts'

const fileText = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const { version } = JSON.parse(fileText('package.json')) as { version: string }
/**
 * The same for every build of the same source: servers behind one address may be built on several machines, and each would
 * offer the page a new version. It need not be secret, as everybody gets the same page.
 */
const cspNonce = createHash('sha256').update(fileText('package-lock.json')).digest('base64url').slice(0, 24)
/** Paths that the service worker may cache. Passed as a list, so that it need not load every schema each time it wakes. */
const cachedPaths = calls.filter(({ cached }) => cached).map(({ path }) => path)
const server = `http://127.0.0.1:${process.env.FOYER_PORT ?? 8000}`

export default defineConfig({
  // The style elements that Mantine inserts carry this nonce, the only one that the server's CSP allows (offline.md §3.6).
  html: { cspNonce },
  define: { __VERSION__: JSON.stringify(version), __CACHED_PATHS__: JSON.stringify(cachedPaths) },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    // Without the polyfill, a browser that lacks modulepreload fetches each chunk when it is imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: codeGroups },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/media': server,
      '/video': server,
      '/app/api-docs': server,
      '/app/server-status': server,
    },
  },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    lighterContract(),
    lighterLibraries(),
    earlyCode({
      script: 'src/early.ts',
      define: { __FIRST_CALLS__: JSON.stringify(firstCalls) },
      inside: 'inside',
      outside: 'outside',
    }),
    componentStyles(),
    themeVariables(),
    classicScripts('rolldown-runtime', 'react', 'first', 'index'),
    compiledWhole('react', 'first', 'inside'),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,webmanifest}', 'icons/{icon-192,favicon-64}.png'],
        // The editor, a third of all code, is for admins only: it is cached when somebody opens it (sw/sw.ts).
        globIgnores: ['server-pages/**', 'assets/RichTextEditor-*'],
        rollupFormat: 'iife',
      },
      manifest: {
        id: '/',
        name: 'Foyer',
        short_name: 'Foyer',
        description: 'The staff portal: who is away, what ran, what is left to do.',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        display_override: ['window-controls-overlay', 'standalone'],
        theme_color: '#FAF8F5',
        background_color: '#FAF8F5',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
        ],
        shortcuts: [
          {
            name: 'I’m going to lunch',
            short_name: 'Lunch',
            url: '/app/onbreak',
            icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }],
          },
          { name: 'Mood Report', url: '/app/mood-report', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
        ],
      },
    }),
  ],
})
