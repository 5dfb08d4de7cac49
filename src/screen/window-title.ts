/** The window's title, most specific part first: of many open tabs only the first words are visible. */
import { useEffect } from 'react'
import { portalName } from '#src/ui/Brand.tsx'

let screen = ''
let part = ''

const write = () => {
  document.title = [part, screen, portalName()].filter(Boolean).join(' · ')
}

/** Sets the screen's part of the title: its name, possibly with the shown tab of it. */
export function setWindowTitle(title: string): void {
  screen = title
  write()
}

/** Prepends the subject of the screen to the title: the edited record, or the report being read. */
export function useWindowPart(words: string | undefined): void {
  useEffect(() => {
    part = words ?? ''
    write()
    return () => {
      part = ''
      write()
    }
  }, [words])
}
