/** Makes a picture of our own from an uploaded file: decoded, scaled and encoded anew, so that nothing is stored as it was sent. */
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { badRequest, Problem } from '../../http/problem.ts'
import { oneByOne } from '../../lib/one-by-one.ts'
import { extentOf, type FileKind, kindOf } from './file-kind.ts'

export interface Picture {
  /** The content type. */
  readonly type: string
  readonly bytes: Buffer
}

/** Longest side of what is stored. */
const STORED = 512
/** Longest side of what is uploaded, and pixels of all its frames: fewer where nothing but the whole can be decoded. */
const MOST = { side: 8_192, pixels: 40_000_000, pixelsAsAWhole: 16_000_000 } as const
const SECONDS = 30

/** As libvips names what reads our five kinds. */
const READERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`)

/** As `metadata` names what was read. */
const FORMATS: Readonly<Record<FileKind, string>> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
}

type Open = (file: Buffer, options?: SharpOptions) => Sharp

/** Loaded at the first image: it takes a quarter of a second, and most starts need none. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp')
  // No two images are alike, and one at a time on one core leaves the others to the portal.
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  return sharp
}
let loading: Promise<Open> | undefined
const opener = () => {
  loading ??= load()
  return loading
}

const field = (status: number, detail: string) => new Problem(status, { detail, fields: { image: detail } })
const otherKind = () => field(415, 'The image must be a PNG, JPEG, WebP, GIF or AVIF file.')
const damaged = () => badRequest('This image is damaged or incomplete.', 'image')

async function metadataOf(open: Open, file: Buffer): Promise<Metadata> {
  try {
    // No limit: the header alone is read, and the size is judged by what it says.
    return await open(file, { limitInputPixels: false }).metadata()
  } catch {
    throw damaged()
  }
}

function refuse(kind: FileKind, { format, compression, isProgressive, width, height, pages = 1 }: Metadata): void {
  if (format !== FORMATS[kind] || (kind === 'avif' && compression !== 'av1')) throw otherKind()
  const number = (value: number) => value.toLocaleString('en')
  if (width > MOST.side || height > MOST.side)
    throw field(413, `An image can have at most ${number(MOST.side)} pixels on each side.`)
  const asAWhole = kind === 'avif' || (kind === 'png' && isProgressive)
  const most = asAWhole ? MOST.pixelsAsAWhole : MOST.pixels
  if (width * height * pages > most)
    throw field(413, `Such an image can have at most ${number(most)} pixels, all frames together.`)
}

async function encoded(open: Open, kind: FileKind, file: Buffer): Promise<Buffer> {
  // The first frame alone is read unless one asks for more; metadata is left behind unless one keeps it.
  const image = open(file, { limitInputPixels: MOST.pixels, sequentialRead: true, failOn: 'error' })
  try {
    return await image
      .autoOrient()
      .resize(STORED, STORED, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      // What was drawn keeps its exact colours.
      .webp({ quality: 88, lossless: kind === 'png' || kind === 'gif' })
      .timeout({ seconds: SECONDS })
      .toBuffer()
  } catch {
    throw damaged()
  }
}

/**
 * 415 for what is no image of the five kinds, or holds something besides; 413 for too many pixels; 400 for a damaged one.
 * One at a time in this process: the largest needs 400 MB while it lasts.
 */
export async function pictureOf(file: Buffer): Promise<Picture> {
  if (file.length === 0) throw badRequest('This file is empty.', 'image')
  const kind = kindOf(file)
  if (!kind) throw otherKind()
  const extent = extentOf(kind, file)
  if (extent === 'more') throw field(415, 'This file holds something besides its image.')
  if (extent === 'cut') throw damaged()
  const bytes = await oneByOne('picture', async () => {
    const open = await opener()
    refuse(kind, await metadataOf(open, file))
    return encoded(open, kind, file)
  })
  return { type: 'image/webp', bytes }
}
