/** Files to upload: images of every accepted format, and files that are or pretend to be something else. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { randomFrom } from '#server/demo/random.ts'

let pictures = 0

/** Makes an image of noise, of which nothing survives by chance. Each call makes another one; every run makes the same. */
export function noise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const random = randomFrom(++pictures)
  const pixels = Uint8Array.from({ length: width * height * channels }, () => random.between(0, 255))
  return sharp(pixels, { raw: { width, height, channels } })
}

export const KINDS = {
  png: () => noise(64, 48).png().toBuffer(),
  jpeg: () => noise(64, 48).jpeg().toBuffer(),
  webp: () => noise(64, 48).webp().toBuffer(),
  gif: () => noise(64, 48).gif().toBuffer(),
  avif: () => noise(64, 48).avif().toBuffer(),
} as const
export type Kind = keyof typeof KINDS

const number32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([number32(data.length), typed, number32(crc32(typed))])
}

/** Makes a uniform PNG of one bit a pixel; without `hasPixels` its image data is empty. */
export function madePng(width: number, height: number, { hasPixels = true, interlaced = false } = {}): Buffer {
  const header = Buffer.concat([number32(width), number32(height), Buffer.from([1, 0, 0, 0, interlaced ? 1 : 0])])
  const pixels = hasPixels ? Buffer.alloc((Math.ceil(width / 8) + 1) * height) : Buffer.alloc(0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Makes a GIF of `side` × `side` with that many frames, each `width` × 1 pixels. */
export function madeGif(side: number, frames: number, width = 1): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(side, 6)
  header.writeUInt16LE(side, 8)
  const frame = Buffer.from('21f9040000000000' + '2c000000000000010000' + '0202440100', 'hex')
  frame.writeUInt16LE(width, 13)
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** Makes an AVIF of 64 × 48 whose header claims another size. */
export async function madeAvif(width: number, height: number): Promise<Buffer> {
  const file = await noise(64, 48).avif().toBuffer()
  const at = file.indexOf('ispe')
  file.writeUInt32BE(width, at + 8)
  file.writeUInt32BE(height, at + 12)
  return file
}

const box = (type: string, data: string) =>
  Buffer.concat([number32(data.length + 8), Buffer.from(type + data, 'latin1')])

/** Files that are no accepted image, by what they are. */
export const NOT_IMAGES: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  SVG: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG behind an XML declaration': () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  TIFF: () => noise(16, 16).tiff().toBuffer(),
  BMP: () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
  ICO: () => Buffer.from('000001000100101000000100200068040000160000', 'hex'),
  PDF: () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  ZIP: () => Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  MP4: () => Buffer.concat([box('ftyp', 'isom\0\0\x02\0isomiso2mp41'), box('mdat', 'x'.repeat(50))]),
  HEIC: () => Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('mdat', 'x'.repeat(50))]),
  WAV: () => Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(40)]),
  'JPEG XL': () => Buffer.from('ff0a7f0000000000', 'hex'),
  'a script with a GIF’s first bytes': () => Buffer.from('GIF89a=1;alert(document.domain)//'),
  'a script in a GIF’s comment': () => Buffer.from('GIF89a/*\0\0\0\0\0*/=1;alert(1);//;'),
  'a page with a PNG’s first bytes': () => Buffer.from('\x89PNG\r\n\x1a\n<html><script>alert(1)</script>', 'latin1'),
}
