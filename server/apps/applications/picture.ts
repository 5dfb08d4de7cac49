/**
 * Makes a picture from an uploaded file by decoding, scaling and encoding it anew, so that nothing is stored as it was
 * sent.
 */
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { badRequest, Problem } from '../../http/problem.ts'
import { runSerially } from '../../lib/keyed-queue.ts'
import { extentOf, type FileKind, kindOf } from './file-kind.ts'

export interface Picture {
  /** The content type. */
  readonly type: string
  readonly bytes: Buffer
}

/** Longest side of a stored picture. */
const STORED_SIDE = 512
/**
 * Longest side of an upload, and most pixels in all its frames together; fewer for formats that can only be decoded as
 * a whole.
 */
const LIMITS = { side: 8_192, pixels: 40_000_000, pixelsAsAWhole: 16_000_000 } as const
const TIMEOUT_S = 30

/** What libvips calls the readers of the five accepted kinds. */
const READERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`)

/** What `metadata` calls the format of each kind. */
const FORMATS: Readonly<Record<FileKind, string>> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
}

type OpenImage = (file: Buffer, options?: SharpOptions) => Sharp

/** Loads sharp at the first image: it takes a quarter of a second, and most runs of the server never need it. */
async function load(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  // No cache, as no two images are alike. One thread for one image leaves the other cores to the portal.
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  return sharp
}
let loading: Promise<OpenImage> | undefined
const imageOpener = () => {
  loading ??= load()
  return loading
}

const imageProblem = (status: number, detail: string) => new Problem(status, { detail, fields: { image: detail } })
const otherKind = () => imageProblem(415, 'The image must be a PNG, JPEG, WebP, GIF or AVIF file.')
const damaged = () => badRequest('This image is damaged or incomplete.', 'image')

async function metadataOf(open: OpenImage, file: Buffer): Promise<Metadata> {
  try {
    // No limit here: only the header is read, and `refuse` checks the size that it states.
    return await open(file, { limitInputPixels: false }).metadata()
  } catch {
    throw damaged()
  }
}

function refuse(kind: FileKind, { format, compression, isProgressive, width, height, pages = 1 }: Metadata): void {
  if (format !== FORMATS[kind] || (kind === 'avif' && compression !== 'av1')) throw otherKind()
  const number = (value: number) => value.toLocaleString('en')
  if (width > LIMITS.side || height > LIMITS.side)
    throw imageProblem(413, `An image can have at most ${number(LIMITS.side)} pixels on each side.`)
  const asAWhole = kind === 'avif' || (kind === 'png' && isProgressive)
  const most = asAWhole ? LIMITS.pixelsAsAWhole : LIMITS.pixels
  if (width * height * pages > most)
    throw imageProblem(413, `Such an image can have at most ${number(most)} pixels, all frames together.`)
}

async function encoded(open: OpenImage, kind: FileKind, file: Buffer): Promise<Buffer> {
  // By default sharp reads the first frame only, and drops the metadata.
  const image = open(file, { limitInputPixels: LIMITS.pixels, sequentialRead: true, failOn: 'error' })
  try {
    return await image
      .autoOrient()
      .resize(STORED_SIDE, STORED_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      // Drawings keep their exact colours.
      .webp({ quality: 88, lossless: kind === 'png' || kind === 'gif' })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer()
  } catch {
    throw damaged()
  }
}

/**
 * Makes a picture from a file. Throws 415 for anything but one of the five kinds and for a file that holds more than
 * its image, 413 for too many pixels, 400 for a damaged image. Runs one at a time in this process: the largest image
 * takes 400 MB of memory.
 */
export async function pictureOf(file: Buffer): Promise<Picture> {
  if (file.length === 0) throw badRequest('This file is empty.', 'image')
  const kind = kindOf(file)
  if (!kind) throw otherKind()
  const extent = extentOf(kind, file)
  if (extent === 'more') throw imageProblem(415, 'This file contains something besides its image.')
  if (extent === 'cut') throw damaged()
  const bytes = await runSerially('picture', async () => {
    const open = await imageOpener()
    refuse(kind, await metadataOf(open, file))
    return encoded(open, kind, file)
  })
  return { type: 'image/webp', bytes }
}
