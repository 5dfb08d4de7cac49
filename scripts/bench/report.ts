/** Statistics and Markdown tables of the benches, for the docs. */

/** Returns the number of rounds: one with `--quick`, to see whether a bench runs. */
export const rounds = (usual: number) => (process.argv.includes('--quick') ? 1 : usual)

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Formats a value with two decimals below 10, one below 100 and none above; “–” if it is not finite. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}

export const spread = (values: readonly number[]) => ({
  median: short(median(values)),
  p95: short(quantile(values, 0.95)),
})

/** Returns the table's cell for whether a goal is met. */
export const met = (isMet: boolean) => (isMet ? 'yes' : '**no**')

/** Returns the table's cells for the ratio of `ours` to `floor`, which is to be at `most` or at `least` the goal. */
export function against(
  ours: number,
  floor: number,
  goal: { most: number } | { least: number },
): { ratio: string; goal: string; met: string } {
  const ratio = ours / floor
  const isMet = 'most' in goal ? ratio <= goal.most : ratio >= goal.least
  const text = 'most' in goal ? `≤ ${goal.most}x` : `≥ ${goal.least}x`
  return { ratio: `${short(ratio)}x`, goal: text, met: met(isMet) }
}

type Row = Readonly<Record<string, string | number>>

/** Prints rows as a table under a title; its columns are the union of the rows' columns. */
export function printTable(title: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  console.log(`\n**${title}**\n`)
  console.log(line(columns))
  console.log(line(columns.map((_, index) => (index === 0 ? '---' : '---:'))))
  for (const row of rows) console.log(line(columns.map((column) => row[column] ?? '')))
}

/** Prints progress to stderr, apart from the tables. */
export const say = (text: string) => process.stderr.write(`${text}\n`)
