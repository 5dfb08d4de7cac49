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
  document.addEventListener('copy', onCopy, true)
  document.execCommand('copy')
  document.removeEventListener('copy', onCopy, true)
  return isCopied
}

async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) await navigator.clipboard.writeText(text)
  else if (!copyByCommand(text)) throw new Error('This browser does not let pages copy.')
}

export function useCopy() {
  const [copied, setCopied] = useState(false)
  const [failed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copy(text: string): Promise<void> {
    try {
      await copyText(text)
    } catch {
      setFailed(true)
      return
    }
    setFailed(false)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return { copied, failed, copy }
}
