/** The menu of administration screens, for admins (spec §2). */
import { Menu } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useIsOther } from '#src/api/portal-config.ts'
import { AdminButton } from './AdminButton.tsx'

/** The key does what it does elsewhere: move the focus, or open quick find. */
const STAYS_A_KEY = { preventDefault: false }

/** Replaces the pressed button and opens at once. Takes over the button's focus and returns it on closing. */
export function AdminMenu() {
  const isOther = useIsOther()
  const path = useLocation({ select: ({ pathname }) => pathname })
  /**
   * `left`: closed by the Tab key, by quick find or by navigation, so the focus must not be returned to the button.
   */
  const [state, setState] = useState<'closed' | 'open' | 'left'>('closed')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    setState('open')
  }, [])
  // Navigation closes the menu, so that it does not stay open over the next page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clean-up runs each time the path changes
  useEffect(() => () => setState('left'), [path])
  /** Goes on from the button as if the menu were closed. */
  function leave(): void {
    button.current?.focus()
    setState('left')
  }
  function leaveByTab(event: Event): void {
    // By default the menu traps the focus.
    event.stopPropagation()
    leave()
  }
  const byKey = getHotkeyHandler([
    ['Tab', leaveByTab, STAYS_A_KEY],
    ['shift+Tab', leaveByTab, STAYS_A_KEY],
    ['mod+K', leave, STAYS_A_KEY],
  ])
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
      <Menu.Dropdown onKeyDown={byKey}>
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
              Audit Log
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
