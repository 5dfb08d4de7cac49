/**
 * The last step of a build: writes a `.br` and a `.gz` beside every text file of the page, so that the server need not
 * compress them for each request.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(?:js|css|html|svg|json|webmanifest|txt)$/
const SMALLEST = 1_024

for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))) {
  const file = join('dist', name)
  const text = readFileSync(file)
  if (text.length < SMALLEST) continue
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
}
// Tells scripts/build-if-needed.mjs that the build is complete.
writeFileSync('dist-server/built', `${new Date().toISOString()}\n`)
