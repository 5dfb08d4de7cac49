/** How wide a letter of a name is, on this very screen where it can be measured: each device has a face of its own. */

/** In sizes of a name, in the widest usual face: with an average a name in capitals is cut. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[iljI.:'’\s·]/u, 0.38],
  [/[frt-]/u, 0.5],
  [/[csz]/u, 0.6],
  [/[MWm@]/u, 1.07],
  [/[w\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u, 1],
  [/[\p{Lu}]/u, 0.8],
]
export const USUAL = 0.7

const estimated = (character: string) => WIDTHS.find(([kind]) => kind.test(character))?.[1] ?? USUAL

const PX = 100
/** Sums of letters are not exactly a name. */
const SPARE = 1.02

/** Undefined where nothing is drawn, as in a browser of some years ago. */
function pen(): OffscreenCanvasRenderingContext2D | undefined {
  const context = globalThis.OffscreenCanvas && new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return undefined
  context.font = `600 ${PX}px ${getComputedStyle(document.body).fontFamily}`
  return context
}
let ruler: ReturnType<typeof pen> | null = null

function measured(character: string): number | undefined {
  if (ruler === null) ruler = pen()
  return ruler && (ruler.measureText(character).width / PX) * SPARE
}

/** Digits are drawn one as wide as the other, which the ruler cannot be told. */
const measuredDigit = () => {
  const widths = [...'0123456789'].map(measured)
  return widths.every((width) => width !== undefined) ? Math.max(...widths) : undefined
}

/** What has been looked up: a fit is asked for thousands of times at a change. As many as there are letters in use. */
const known = new Map<string, number>()

/** In sizes of a name. */
export function letterWidth(character: string): number {
  const width =
    known.get(character) ?? (/\d/.test(character) ? measuredDigit() : measured(character)) ?? estimated(character)
  known.set(character, width)
  return width
}
