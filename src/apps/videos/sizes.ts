/** How large a file is, in words. */
const MB = 1_048_576

/** `12.3` of `12.3 MB`; what is there at all is 0.1 at least. */
export const megabytes = (bytes: number): string =>
  (bytes > 0 ? Math.max(bytes / MB, 0.1) : 0).toLocaleString(undefined, {
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
