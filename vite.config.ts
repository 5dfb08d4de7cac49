/** Builds the page and its service worker into `dist/`. The server: vite.server.config.ts. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { calls } from './contract/calls.ts'
import { compiledWhole } from './scripts/compiled-whole.ts'
import { earlyCode } from './scripts/early-code.ts'
import { firstCalls } from './scripts/first-calls.ts'
import { lighterLibraries } from './scripts/lighter-libraries.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
/** What the worker may keep on the device; as a list, so that it need not load every schema each time it wakes. */
const cachedPaths = calls.filter(({ cached }) => cached).map(({ path }) => path)
const server = `http://127.0.0.1:${process.env.FOYER_PORT ?? 8000}`

/** By itself: of two files the engine compiles both at the same time. */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//

/** What every page needs, in one file: in twenty small ones it is a tenth larger once compressed. Not what single screens use of a library. */
const FIRST_PAGE =
  /src\/(?:boot\.tsx|ui\/ErrorAlert\.tsx|api\/portal-config\.ts)$|node_modules\/(?!.*\/(?:useQueries|queriesObserver|useBlocker)\.js)(?:use-sync-external-store|zod|@tanstack\/(?:react-router|router-core|history|react-store|store|query-core|react-query)|@mantine\/(?:hooks\/esm\/use-uncontrolled|core\/esm\/(?:core|components\/(?:Input|InputBase|TextInput|Button|Loader|UnstyledButton|ActionIcon|Paper|Transition|Alert|CloseButton))))\//

/** What whoever is not signed in sees. */
const OUTSIDE =
  /src\/apps\/accounts\/(?:SignIn|Register)Page\.tsx$|node_modules\/@mantine\/(?:form|core\/esm\/components\/PasswordInput)\//

/** What nearly everybody sees after signing in: fifty small files cost a phone a quarter of a second. */
const INSIDE = /src\/shell\/Frame\.tsx$|src\/routes\/_in(?:\/index|\/app\.onbreak\.index)?\.tsx\?tsr-split=component/

export default defineConfig({
  // Styles that Mantine writes into the page carry it; the server allows just this one (offline.md §3.6).
  html: { cspNonce: randomBytes(18).toString('base64url') },
  define: { __VERSION__: JSON.stringify(version), __CACHED_PATHS__: JSON.stringify(cachedPaths) },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT, priority: 3 },
            { name: 'first', test: FIRST_PAGE, priority: 2 },
            { name: 'inside', test: INSIDE, priority: 1 },
            { name: 'outside', test: OUTSIDE, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/media': server, '/app/api-docs': server, '/app/server-status': server } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
    react(),
    lighterLibraries(),
    earlyCode({
      script: 'src/early.ts',
      define: { __FIRST_CALLS__: JSON.stringify(firstCalls) },
      inside: 'inside',
      outside: 'outside',
      inTurns: ['react', 'first'],
    }),
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
        // The editor is for admins: a third of all code, kept by whoever opens it (sw/sw.ts).
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
