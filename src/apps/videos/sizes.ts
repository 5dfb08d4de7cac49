/** How large a file is, in words. */
const MB = 1_048_576

/** `12.3` of `12.3 MB`. */
export const megabytes = (bytes: number): string =>
  (bytes / MB).toLocaleString(undefined, {
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
