/** What admins administer (spec §2). */
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AdminButton } from './AdminButton.tsx'

export function AdminMenu({ defaultOpened = false }: { defaultOpened?: boolean }) {
  return (
    <Menu defaultOpened={defaultOpened} position="bottom-start" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <AdminButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/frontend-admin/userlist">
          Users
        </Menu.Item>
        <Menu.Item component={Link} to="/frontend-admin/applicationlist">
          Applications
        </Menu.Item>
        <Menu.Item component={Link} to="/frontend-admin/audit">
          Audit log
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
