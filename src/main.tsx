/** The entry. The code is in `boot.tsx`, which is bundled in one file with the code that every page needs. */
import './styles/mantine.css'
import './styles/theme.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/forced-colors.css'
import { boot } from './boot.tsx'

// In a task of its own: together with the evaluation of the modules it would block input on a phone for too long.
setTimeout(() => void boot())
