/** The button of quick find in the header, and its keys. */
import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-code.tsx'
import type { DialogState } from './dialog-state.ts'
import classes from './Header.module.css'

const QuickFind = lazyDialog(() => import('./QuickFind.tsx').then((m) => m.QuickFind))

/**
 * Opens quick find, also by Ctrl+K (⌘K) from within any field. Until its code is loaded, a plain field takes the typed
 * text, which quick find takes over.
 */
export function QuickFindButton() {
  const [dialog, setDialog] = useState<DialogState>('unused')
  const [isThere, setThere] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  const open = () => {
    if (!isThere && dialog !== 'open') before.current = document.activeElement
    setDialog('open')
  }
  const close = () => {
    setDialog('closed')
    // The dialog returns the focus to the element that had it: the first time that was the plain field, which is gone.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    before.current = null
  }
  const takeOver = () => {
    setThere(true)
    return field.current?.value ?? ''
  }
  // Not over an open modal dialog: the Escape that closes quick find would close the dialog too, unanswered.
  const isAsked = () => document.activeElement?.closest('[aria-modal=true]')
  useHotkeys([['mod+K', () => !isAsked() && open()]], [], true)
  return (
    <>
      <ActionIcon
        data-tip="Quick find (Ctrl+K)"
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Quick find"
        aria-haspopup="dialog"
        className={classes.icon}
        onClick={open}
      >
        <IconSearch size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
      {dialog === 'open' && !isThere && (
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the person just opened quick find
          autoFocus
          aria-label="What to find"
          autoComplete="off"
          className={classes.waiting}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        />
      )}
      {dialog !== 'unused' && <QuickFind opened={dialog === 'open'} onClose={close} takeOver={takeOver} />}
    </>
  )
}
