/** How narrow the window is, by the width of its letters: with large ones a desk's is a phone's too. */
import { useMediaQuery } from '@mantine/hooks'

/** As the stylesheets have them. */
const [PHONE, NARROW] = ['(max-width: 40em)', '(max-width: 17em)']

const useWidth = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false })

export const usePhone = () => useWidth(PHONE)

/** A phone in letters twice as large. */
export const useNarrowPhone = () => useWidth(NARROW)
