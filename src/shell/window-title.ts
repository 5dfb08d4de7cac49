/** What the window is called, most specific first: of many open ones the first words are all that is seen. */
import { useEffect } from 'react'
import { portalName } from '#src/ui/Brand.tsx'

let screen = ''
let part = ''

const write = () => {
  document.title = [part, screen, portalName()].filter(Boolean).join(' · ')
}

/** For the screen itself: its title, or that and which part of it is shown. */
export function nameWindow(title: string): void {
  screen = title
  write()
}

/** For what a screen is about: the record that is edited, the report that is read. */
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
