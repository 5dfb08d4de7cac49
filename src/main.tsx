/** The entry. All it does is in `boot.tsx`, which is in one file with what every page needs. */
import './styles/mantine.css'
import './styles/theme.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/forced-colors.css'
import { boot } from './boot.tsx'

// In a turn of its own: on a phone the page would not hear a finger for as long as both take.
setTimeout(() => void boot())
