/** Whether the window is narrow, measured in `em`: with large letters a desktop window counts as a phone too. */
import { useMediaQuery } from '@mantine/hooks'

/** The same breakpoints as in the style sheets. */
const [PHONE, NARROW] = ['(max-width: 40em)', '(max-width: 17em)']

const useWidth = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false })

export const usePhone = () => useWidth(PHONE)

/** Whether this is a phone with letters twice as large. */
export const useNarrowPhone = () => useWidth(NARROW)
