/** The signed-in frame as code of its own; `preload` fetches it, so that the first render finds it there. */
import { lazyRouteComponent } from '@tanstack/react-router'
import { MissingCode } from './new-code.ts'

/** A style that the shell itself has asked for (scripts/early-code.ts): once it is here; once more where it did not come. */
async function arrived(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return
  const wanted = link.dataset.early === 'failed' ? (link.cloneNode() as HTMLLinkElement) : link
  const coming = new Promise<void>((resolve, reject) => {
    wanted.onload = () => resolve()
    wanted.onerror = () => reject(new MissingCode())
  })
  if (wanted !== link) link.replaceWith(wanted)
  await coming
}

export const Frame = lazyRouteComponent(async () => {
  const code = import('./Frame.tsx').then(({ Frame }) => ({ Frame }))
  // Without its styles no screen is shown.
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][data-early]')
  await Promise.all([code, ...[...styles].map(arrived)])
  return code
}, 'Frame')
