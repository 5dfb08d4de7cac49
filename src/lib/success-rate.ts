/** How much of the runs of a week went well, as the ring and the report say it (spec §9, wire.md §4). Pure. */

/** Three significant digits without the sign: `99.9`; only where all went well `100`, and `–` where nothing ran. */
export function successRate(successful: number, total: number): string {
  if (total === 0) return '–'
  if (successful === 0) return '0'
  const digits = (decimals: number) => Math.floor((successful * 100 * 10 ** decimals) / total)
  let decimals = 0
  while (digits(decimals) < 100) decimals++
  return (digits(decimals) / 10 ** decimals).toFixed(decimals)
}
