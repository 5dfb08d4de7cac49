/** Formats file sizes. */
const MB = 1_048_576

/** Returns the `12.3` of `12.3 MB`; at least 0.1 unless there are no bytes. */
export const megabytes = (bytes: number): string =>
  (bytes > 0 ? Math.max(bytes / MB, 0.1) : 0).toLocaleString(undefined, {
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
