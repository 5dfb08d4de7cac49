/** Draws the icons: the portal's mark for browsers and home screens, and a set for the built-in applications. */
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const GREEN = '#0F5C4D'
const PAPER = '#FAF8F5'

/** A doorway within a doorway, on a 24 grid: the same as in src/ui/Brand.tsx. */
const MARK = 'M4 21V9a8 8 0 0 1 16 0v12M2 21h20M9 21V11.5a3 3 0 0 1 6 0V21'

/** One stroke each, on a 24 grid. */
const APPS = {
  onbreak:
    'M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10.5h1.3a2.4 2.4 0 0 1 0 4.8H16M8.6 6.2c-.9-1 .9-1.7 0-2.8M12.4 6.2c-.9-1 .9-1.7 0-2.8M4 21.5h13',
  'mood-report':
    'M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17zM9 9.8v.6M15 9.8v.6M8.2 14c1 1.5 2.3 2.2 3.8 2.2s2.8-.7 3.8-2.2',
  etl: 'M4 6.3c0-1.4 2-2.5 4.5-2.5S13 4.9 13 6.3 11 8.8 8.5 8.8 4 7.7 4 6.3zM4 6.3v5.2c0 1.4 2 2.5 4.5 2.5M4 11.5v5.2c0 1.4 2 2.5 4.5 2.5M13 6.3v3.2M11.5 15.5h8.7M17 12.2l3.3 3.3-3.3 3.3',
  onboarding:
    'M9 3.5h6v3.3H9zM9 5.2H7.2a1.7 1.7 0 0 0-1.7 1.7v12a1.7 1.7 0 0 0 1.7 1.7h9.6a1.7 1.7 0 0 0 1.7-1.7v-12a1.7 1.7 0 0 0-1.7-1.7H15M8.8 13.5l2.3 2.3 4.3-4.3',
  reporting: 'M3.5 20.5h17M6.5 17.2v-3.5M12 17.2v-6M17.5 17.2v-4.5M4 10.2l5.5-4.7 4.5 3.2 6-5.2',
  'api-docs':
    'M9 4.5H8a2 2 0 0 0-2 2v3.2c0 1.3-.9 2.3-2.2 2.3 1.3 0 2.2 1 2.2 2.3v3.2a2 2 0 0 0 2 2h1M15 4.5h1a2 2 0 0 1 2 2v3.2c0 1.3.9 2.3 2.2 2.3-1.3 0-2.2 1-2.2 2.3v3.2a2 2 0 0 1-2 2h-1M9.8 12h.1M14.1 12h.1',
  'server-status':
    'M5.2 4.5h13.6a1.7 1.7 0 0 1 1.7 1.7v8.6a1.7 1.7 0 0 1-1.7 1.7H5.2a1.7 1.7 0 0 1-1.7-1.7V6.2a1.7 1.7 0 0 1 1.7-1.7zM6.5 11h2.3l1.7-3.3 2.8 5.6L15.2 11h2.3M8.5 20h7',
  vid: 'M5.2 4.5h13.6a1.7 1.7 0 0 1 1.7 1.7v8.6a1.7 1.7 0 0 1-1.7 1.7H5.2a1.7 1.7 0 0 1-1.7-1.7V6.2a1.7 1.7 0 0 1 1.7-1.7zM10.3 8v5l4.2-2.5zM8.5 20h7',
  default: 'M6 20.5V7a3.5 3.5 0 0 1 3.5-3.5h5A3.5 3.5 0 0 1 18 7v13.5M3.5 20.5h17M14.5 12v.8',
}

/** @param {number} size @param {string} inside @param {string} [style] */
const svg = (size, inside, style = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${style && `<style>${style}</style>`}${inside}</svg>\n`

/**
 * Returns the mark, centred. `share`: its part of the side.
 * @param {number} size @param {number} share @param {string} stroke @param {number} width
 */
function mark(size, share, stroke, width = 1.75) {
  const scale = (size * share) / 24
  const edge = (size - 24 * scale) / 2
  // Slightly raised, as the drawing stands on its base line.
  return `<path transform="translate(${edge} ${edge - scale * 0.4}) scale(${scale})" d="${MARK}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** @param {number} size @param {number} radius */
const ground = (size, radius) => `<rect width="${size}" height="${size}" rx="${radius}" fill="${GREEN}"/>`

/** @param {string} path @param {string} source @param {number} size */
const png = (path, source, size) =>
  sharp(Buffer.from(source)).resize(size, size).png({ compressionLevel: 9, palette: true }).toFile(path)

const SIDE = 512
const any = svg(SIDE, ground(SIDE, 112) + mark(SIDE, 0.62, PAPER))

mkdirSync('public/icons', { recursive: true })
mkdirSync('public/apps', { recursive: true })
// A PNG, as the browser would load an SVG favicon as a document of its own: 2 % of a phone's launch.
await png('public/icons/favicon-64.png', svg(32, ground(32, 7) + mark(32, 0.72, PAPER, 2)), 64)
await png('public/icons/icon-192.png', any, 192)
await png('public/icons/icon-512.png', any, SIDE)
await png('public/icons/maskable-512.png', svg(SIDE, ground(SIDE, 0) + mark(SIDE, 0.5, PAPER)), SIDE)
await png('public/icons/monochrome-512.png', svg(SIDE, mark(SIDE, 0.62, '#000000')), SIDE)
await png('public/icons/apple-touch-180.png', svg(SIDE, ground(SIDE, 0) + mark(SIDE, 0.58, PAPER)), 180)

const BOX = 75
const SCHEMES =
  'rect{fill:#E3F1ED}path{stroke:#0F5C4D}@media(prefers-color-scheme:dark){rect{fill:#17332D}path{stroke:#58CFB2}}'
for (const [name, path] of Object.entries(APPS)) {
  const glyph = `<path transform="translate(18.3 18.3) scale(1.6)" d="${path}" fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`
  writeFileSync(`public/apps/${name}.svg`, svg(BOX, `<rect width="${BOX}" height="${BOX}" rx="16"/>${glyph}`, SCHEMES))
}
