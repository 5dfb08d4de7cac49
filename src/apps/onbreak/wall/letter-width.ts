/** The width of a letter, measured on this device if possible, since each device has its own typeface. */

/** Estimates in sizes of a name, for the widest usual typeface: averages would cut a name in capitals. */
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
/** Margin, since the sum of the letters is not exactly the width of a name. */
const SPARE = 1.02

/** Returns a canvas context to measure with; undefined if the browser has none, as some years ago. */
function makeRuler(): OffscreenCanvasRenderingContext2D | undefined {
  const context = globalThis.OffscreenCanvas && new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return undefined
  context.font = `600 ${PX}px ${getComputedStyle(document.body).fontFamily}`
  return context
}
let ruler: ReturnType<typeof makeRuler> | null = null

function measured(character: string): number | undefined {
  if (ruler === null) ruler = makeRuler()
  return ruler && (ruler.measureText(character).width / PX) * SPARE
}

/** Returns the width of the widest digit: the wall shows all digits equally wide, which a canvas cannot be told. */
const measuredDigit = () => {
  const widths = [...'0123456789'].map(measured)
  return widths.every((width) => width !== undefined) ? Math.max(...widths) : undefined
}

/** Cache, since fits are computed thousands of times per change. It has as many entries as there are letters in use. */
const known = new Map<string, number>()

/** Returns the width of a character, in sizes of a name. */
export function letterWidth(character: string): number {
  const width =
    known.get(character) ?? (/\d/.test(character) ? measuredDigit() : measured(character)) ?? estimated(character)
  known.set(character, width)
  return width
}
