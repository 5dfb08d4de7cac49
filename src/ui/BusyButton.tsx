/**
 * A button for work that takes time. While busy it is disabled, so the browser takes the focus from it; the button gets
 * it back once enabled. If the connection was lost while sending, that is when it is back.
 */
import { Button, type ButtonProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ComponentPropsWithRef, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#src/lib/focus-lost.ts'

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly busy: boolean
}

export function BusyButton({ busy, ref, onClick, disabled = false, ...props }: BusyButtonProps) {
  const isOff = busy || disabled
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!isOff && hadFocus.current && isFocusLost()) button.current?.focus({ preventScroll: true })
    // Disabled by this very commit: the browser moves the focus only afterwards.
    hadFocus.current = isOff && document.activeElement === button.current
    if (!hadFocus.current) return
    // A person who has moved the focus meanwhile is not called back, even if they lose the focus there.
    const goOn = () => {
      hadFocus.current = false
    }
    document.addEventListener('focusin', goOn)
    return () => document.removeEventListener('focusin', goOn)
  }, [isOff])
  // The second click of a double click would submit the form that the first has emptied, and show errors.
  const press = (event: MouseEvent<HTMLButtonElement>) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))
  return <Button ref={useMergedRef(button, ref)} loading={busy} disabled={disabled} onClick={press} {...props} />
}
