/**
 * Detects the kind and the end of an uploaded image by its bytes alone: the first ones tell the kind, the structure
 * tells where the image ends. File names and declared types prove nothing, and anything after the image (a page, a
 * script, an archive) is not part of it.
 */

export type FileKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/**
 * `cut`: the file ends before the image does. `more`: the file holds something besides the image, or is something else
 * after its first bytes.
 */
export type Extent = 'whole' | 'cut' | 'more'

const ascii = (file: Buffer, from: number, to: number) => file.toString('latin1', from, to)

/** Returns the brands in a `ftyp` box, the major one first. */
function brandsOf(file: Buffer): string[] {
  if (file.length < 16 || ascii(file, 4, 8) !== 'ftyp') return []
  const end = Math.min(file.readUInt32BE(0), file.length, 256)
  const brands = [ascii(file, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(file, at, at + 4))
  return brands
}

/** Returns the kind of an image; null for one that is not accepted. */
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

/** Walks the chunks (length, type, data, checksum) to IEND. */
function extentOfPng(file: Buffer): Extent {
  for (let at = 8; at + 8 <= file.length; ) {
    const type = ascii(file, at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return 'more'
    at += 12 + file.readUInt32BE(at)
    if (type === 'IEND') return endingAt(at, file)
  }
  return 'cut'
}

/**
 * Returns the offset after the data blocks that begin at `at`: each has its length and that many bytes, and the last
 * has length 0.
 */
function afterBlocks(file: Buffer, at: number): number {
  let end = at
  while (end < file.length && file[end] !== 0) end += 1 + (file[end] ?? 0)
  return end + 1
}

const colourTable = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Walks the header, the colours, then extensions (0x21) and frames (0x2c) to the trailer (0x3b). */
function extentOfGif(file: Buffer): Extent {
  let at = 13 + colourTable(file[10])
  while (at < file.length) {
    const block = file[at]
    if (block === 0x3b) return endingAt(at + 1, file)
    else if (block === 0x21) at = afterBlocks(file, at + 2)
    else if (block === 0x2c) at = afterBlocks(file, at + 11 + colourTable(file[at + 9]))
    else return 'more'
  }
  return 'cut'
}

/** Reads the length from the RIFF header; an odd length is followed by a padding byte. */
function extentOfWebp(file: Buffer): Extent {
  const end = 8 + file.readUInt32LE(4)
  return endingAt(end + (end % 2), file)
}

/** The boxes at the top level of an AVIF file. */
const AVIF_BOXES = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid'])

/** Walks the boxes (length, type). Length 1: the length follows in 8 bytes. Length 0: to the end of the file. */
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
  // Cameras append a second picture or a film to the first, so the first end marker is not the end of the file.
  // Decoding detects a truncated image, except for its last bytes, which the decoder fills in.
  jpeg: (file) => (file.includes(JPEG_END) ? 'whole' : 'cut'),
  webp: extentOfWebp,
  gif: extentOfGif,
  avif: extentOfAvif,
}

/** Returns whether the file is exactly its image, too short, or holds more. */
export const extentOf = (kind: FileKind, file: Buffer): Extent => EXTENTS[kind](file)
