/** The tray of a person's own changes: unsent, refused or done in part, each with its actions, and those sent. */
import { Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { useOpenAfterMount } from '#src/ui/use-open-after-mount.ts'
import { usePhone } from '#src/ui/use-phone.ts'
import { Changes } from './Changes.tsx'
import classes from './ChangesTray.module.css'

const DIALOG = '[role=dialog]'

/**
 * Closes the tray on navigation. A tapped notification opens another page, which takes the focus: a tray left open over
 * it would receive no keys.
 */
function useCloseOnNavigation(onLeft: () => void): void {
  const { history } = useRouter()
  const close = useEffectEvent(onLeft)
  useEffect(() => {
    const { pathname } = history.location
    return history.subscribe(({ location }) => location.pathname !== pathname && close())
  }, [history])
}

/** The tray's content; mounted only while the tray is open. */
function Opened({ onClose }: { onClose: () => void }) {
  useCloseOnNavigation(onClose)
  return (
    <>
      <BackCloses onBack={onClose} />
      <Changes />
    </>
  )
}

export function ChangesTray({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isPhone = usePhone()
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      // Escape in the confirmation over the drawer must close that only; the drawer would receive the same key.
      closeOnEscape={false}
      onKeyDown={({ key, currentTarget, target }) => {
        const own = currentTarget.querySelector(DIALOG)
        if (key === 'Escape' && (target as Element).closest(DIALOG) === own) onClose()
      }}
      title="Your changes"
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : 420}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, header: classes.header, title: classes.heading }}
    >
      <Opened onClose={onClose} />
    </Drawer>
  )
}
