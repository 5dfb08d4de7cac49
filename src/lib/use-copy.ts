/** Copies text to the clipboard, also at an address without https, where browsers have no `navigator.clipboard`. */
import { useEffect, useRef, useState } from 'react'

/** For this long a copied text is called copied. */
const SHOWN_MS = 2_000

/** Copies by the command that preceded `navigator.clipboard`. It works only during a press. */
function copyByCommand(text: string): boolean {
  let isCopied = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isCopied = true
  }
  // Safari has nothing to copy where no text is selected, unless the page takes that upon itself.
  const onBeforeCopy = (event: Event) => event.preventDefault()
  document.addEventListener('beforecopy', onBeforeCopy, true)
  document.addEventListener('copy', onCopy, true)
  document.execCommand('copy')
  document.removeEventListener('copy', onCopy, true)
  document.removeEventListener('beforecopy', onBeforeCopy, true)
  return isCopied
}

async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) await navigator.clipboard.writeText(text)
  else if (!copyByCommand(text)) throw new Error('This browser does not let pages copy.')
}

/** Null before the first try, and again a moment after a text was copied. */
export type CopyOutcome = 'copied' | 'failed' | null

/** Returns the label of the button that copies. */
export const copyLabel = (outcome: CopyOutcome, label: string): string =>
  outcome === null ? label : { copied: 'Copied', failed: 'Not copied' }[outcome]

export function useCopy() {
  const [outcome, setOutcome] = useState<CopyOutcome>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copy(text: string): Promise<void> {
    clearTimeout(timer.current)
    try {
      await copyText(text)
      setOutcome('copied')
      timer.current = setTimeout(() => setOutcome(null), SHOWN_MS)
    } catch {
      setOutcome('failed')
    }
  }
  return { outcome, copy }
}
