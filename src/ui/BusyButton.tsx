/**
 * A button that takes its time. Busy it is disabled, and a browser takes the focus from it: it comes back afterwards. Where
 * the line was lost with what was sent, that is with the line.
 */
import { Button, type ButtonProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ComponentPropsWithRef, type MouseEvent, useLayoutEffect, useRef } from 'react'

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly busy: boolean
}

export function BusyButton({ busy, ref, onClick, disabled = false, ...props }: BusyButtonProps) {
  const isOff = busy || disabled
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!isOff && hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
    // Disabled since this very commit: the browser looks at it only afterwards.
    hadFocus.current = isOff && document.activeElement === button.current
    if (!hadFocus.current) return
    // Whoever has gone on meanwhile is called back by nothing, also where they lose the focus there.
    const goOn = () => {
      hadFocus.current = false
    }
    document.addEventListener('focusin', goOn)
    return () => document.removeEventListener('focusin', goOn)
  }, [isOff])
  // The second of a double click would send what the first has left of a form: nothing, which is then said to be wrong.
  const press = (event: MouseEvent<HTMLButtonElement>) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))
  return <Button ref={useMergedRef(button, ref)} loading={busy} disabled={disabled} onClick={press} {...props} />
}
