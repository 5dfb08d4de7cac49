/**
 * What an uploaded file is, by its bytes alone: its first ones say the kind, its structure where the image ends. A name or
 * a declared type says nothing, and what goes on behind the image (a page, a script, an archive) is no image.
 */

export type FileKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** `cut`: it ends before the image does. `more`: it holds something besides, or is something else behind its first bytes. */
export type Extent = 'whole' | 'cut' | 'more'

const ascii = (file: Buffer, from: number, to: number) => file.toString('latin1', from, to)

/** The brands of a box `ftyp`, the major one first. */
function brandsOf(file: Buffer): string[] {
  if (file.length < 16 || ascii(file, 4, 8) !== 'ftyp') return []
  const end = Math.min(file.readUInt32BE(0), file.length, 256)
  const brands = [ascii(file, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(file, at, at + 4))
  return brands
}

/** Null: none that we take. */
export function kindOf(file: Buffer): FileKind | null {
  if (ascii(file, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(file, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (/^GIF8[79]a$/.test(ascii(file, 0, 6))) return 'gif'
  if (ascii(file, 0, 4) === 'RIFF' && ascii(file, 8, 12) === 'WEBP') return 'webp'
  if (brandsOf(file).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return null
}

const endingAt = (end: number, file: Buffer): Extent =>
  end === file.length ? 'whole' : end > file.length ? 'cut' : 'more'

/** Chunks of length, type, data and checksum, to IEND. */
function extentOfPng(file: Buffer): Extent {
  for (let at = 8; at + 8 <= file.length; ) {
    const type = ascii(file, at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return 'more'
    at += 12 + file.readUInt32BE(at)
    if (type === 'IEND') return endingAt(at, file)
  }
  return 'cut'
}

/** Behind the blocks of data that begin at `at`: each its length and that many bytes, the last of length 0. */
function behindBlocks(file: Buffer, at: number): number {
  let end = at
  while (end < file.length && file[end] !== 0) end += 1 + (file[end] ?? 0)
  return end + 1
}

const colourTable = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Header, colours, then extensions (0x21) and frames (0x2c) to the trailer (0x3b). */
function extentOfGif(file: Buffer): Extent {
  let at = 13 + colourTable(file[10])
  while (at < file.length) {
    const block = file[at]
    if (block === 0x3b) return endingAt(at + 1, file)
    else if (block === 0x21) at = behindBlocks(file, at + 2)
    else if (block === 0x2c) at = behindBlocks(file, at + 11 + colourTable(file[at + 9]))
    else return 'more'
  }
  return 'cut'
}

/** RIFF says its own length; behind an odd one stands a byte of padding. */
function extentOfWebp(file: Buffer): Extent {
  const said = 8 + file.readUInt32LE(4)
  return endingAt(said + (said % 2), file)
}

/** What stands outside all others in an AVIF file. */
const AVIF_BOXES = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid'])

/** Boxes of length and type; length 1: it follows in 8 bytes; 0: to the end of the file. */
function extentOfAvif(file: Buffer): Extent {
  let at = 0
  while (at + 8 <= file.length) {
    if (!AVIF_BOXES.has(ascii(file, at + 4, at + 8))) return 'more'
    const length = file.readUInt32BE(at)
    if (length === 0) return 'whole'
    if (length === 1 && at + 16 > file.length) return 'cut'
    const full = length === 1 ? Number(file.readBigUInt64BE(at + 8)) : length
    if (full < 8) return 'more'
    at += full
  }
  return at === file.length ? 'whole' : 'cut'
}

const JPEG_END = Buffer.from('ffd9', 'hex')

const EXTENTS: Readonly<Record<FileKind, (file: Buffer) => Extent>> = {
  png: extentOfPng,
  // Cameras put a second picture or a film behind the first: decoding tells whether that one is whole, but for its last
  // bytes, which the decoder makes up where they are missing.
  jpeg: (file) => (file.includes(JPEG_END) ? 'whole' : 'cut'),
  webp: extentOfWebp,
  gif: extentOfGif,
  avif: extentOfAvif,
}

/** Whether the file is its image and nothing else. */
export const extentOf = (kind: FileKind, file: Buffer): Extent => EXTENTS[kind](file)
