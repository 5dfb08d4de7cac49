/** What admins administer (spec §2). */
import { Menu } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useIsOther } from '#src/api/portal-config.ts'
import { AdminButton } from './AdminButton.tsx'

/** Opens at once, in the place of the button that was pressed: with its focus, which it gives back when it closes. */
export function AdminMenu() {
  const isOther = useIsOther()
  const path = useLocation({ select: ({ pathname }) => pathname })
  /** Left: by the Tab key, or for another page: the focus is elsewhere. */
  const [state, setState] = useState<'closed' | 'open' | 'left'>('closed')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    setState('open')
  }, [])
  // Of the page that one came from nothing stays open over the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page that is left
  useEffect(() => () => setState('left'), [path])
  /** From the button on, as if the menu had not been there; it would hold the focus. */
  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return
    event.stopPropagation()
    button.current?.focus()
    setState('left')
  }
  return (
    <Menu
      opened={state === 'open'}
      onChange={(opened) => setState(opened ? 'open' : 'closed')}
      returnFocus={state !== 'left'}
      position="bottom-start"
      width={200}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AdminButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown onKeyDown={leave}>
        <Menu.Item component={Link} to="/frontend-admin/userlist">
          Users
        </Menu.Item>
        <Menu.Item component={Link} to="/frontend-admin/applicationlist">
          Applications
        </Menu.Item>
        {!isOther && (
          <>
            <Menu.Item component={Link} to="/app/onbreak/displays">
              Displays
            </Menu.Item>
            <Menu.Item component={Link} to="/frontend-admin/audit">
              Audit log
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
