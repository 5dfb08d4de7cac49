/** Whether the window is as narrow as a phone's, by the width of its letters: with large ones a desk's is too. */
import { useMediaQuery } from '@mantine/hooks'

/** As the stylesheets have it. */
const PHONE = '(max-width: 40em)'

export const usePhone = () => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
