/** What admins administer (spec §2). */
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useIsOther } from '#src/api/portal-config.ts'
import { AdminButton } from './AdminButton.tsx'

/** Opens at once, in the place of the button that was pressed: with its focus, which it gives back when it closes. */
export function AdminMenu() {
  const isOther = useIsOther()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <AdminButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
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
