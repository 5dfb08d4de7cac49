/** The kinds of video file that browsers play, detected by content; a stored file has its kind as its extension. Pure. */

/** File extensions by content, and the media type that each is played as. */
const VIDEO_TYPES = { mp4: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg' } as const
type VideoKind = keyof typeof VIDEO_TYPES

export const VIDEO_KINDS: readonly VideoKind[] = ['mp4', 'webm', 'ogv']

const NAME = new RegExp(`^[0-9a-f]{32}\\.(?:${VIDEO_KINDS.join('|')})$`)

/** Brands of images, and of QuickTime itself, in files that are otherwise built like an MP4. */
const OTHER_BRANDS: ReadonlySet<string> = new Set([
  'avif',
  'avis',
  'heic',
  'heix',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
  'qt  ',
])

/** Detects the kind of a video by its first bytes; null for any that is not accepted. */
export function kindOf(head: Buffer): VideoKind | null {
  if (head.subarray(4, 8).toString('latin1') === 'ftyp')
    return OTHER_BRANDS.has(head.subarray(8, 12).toString('latin1')) ? null : 'mp4'
  if (head.readUIntBE(0, 4) === 0x1a45dfa3) return head.includes('webm') ? 'webm' : null
  return head.subarray(0, 4).toString('latin1') === 'OggS' ? 'ogv' : null
}

/** Whether a file of this name is one of ours. */
export const isVideoName = (name: string): boolean => NAME.test(name)

/** Returns the media type of a stored file. */
export function typeOf(name: string): string {
  const kind = VIDEO_KINDS.find((each) => name.endsWith(`.${each}`))
  return kind ? VIDEO_TYPES[kind] : 'application/octet-stream'
}
