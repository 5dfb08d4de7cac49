/** `npm run screenshots`: takes the README's pictures of the sample company. */
import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { inStudio, type Shot } from './pictures.ts'

const FOLDER = 'docs/screenshots'
const LAPTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const SHOTS: Readonly<Record<string, Shot>> = {
  'sign-in': { path: '/login', device: LAPTOP, colorScheme: 'light', signedOut: true },
  home: { path: '/', device: LAPTOP, colorScheme: 'light' },
  board: { path: '/app/onbreak', device: LAPTOP, colorScheme: 'light' },
  'board-dark': { path: '/app/onbreak', device: LAPTOP, colorScheme: 'dark' },
  'board-phone': { path: '/app/onbreak', device: PHONE, colorScheme: 'light' },
  'home-phone-dark': { path: '/', device: PHONE, colorScheme: 'dark' },
}

mkdirSync(FOLDER, { recursive: true })
await inStudio(async ({ take }) => {
  for (const [name, shot] of Object.entries(SHOTS)) {
    const file = `${FOLDER}/${name}.png`
    await sharp(await take(shot))
      .png({ compressionLevel: 9 })
      .toFile(file)
    process.stdout.write(`${file}\n`)
  }
})
