/** The share of successful runs, as shown in the ring and the report (spec §9, wire.md §4). Pure. */

/** Returns the percentage in three significant digits, without sign: `99.9`; `100` only if all succeeded, `–`: no runs. */
export function successRate(successful: number, total: number): string {
  if (total === 0) return '–'
  if (successful === 0) return '0'
  const digits = (decimals: number) => Math.floor((successful * 100 * 10 ** decimals) / total)
  let decimals = 0
  while (digits(decimals) < 100) decimals++
  return (digits(decimals) / 10 ** decimals).toFixed(decimals)
}
