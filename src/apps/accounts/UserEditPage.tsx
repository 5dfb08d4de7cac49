/** The edit page of one user, for admins (spec §2 User edit). */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { User } from '#contract/apps/accounts.ts'
import { PathId } from '#contract/values.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { useWindowPart } from '#src/screen/window-title.ts'
import { DeactivatedMark } from './DeactivatedMark.tsx'
import { users } from './queries.ts'
import classes from './UserEditPage.module.css'
import { UserForm } from './UserForm.tsx'
import type { UserSearch } from './user-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search params of the user list that the user was opened from, to return to it as it was. */
    userList?: UserSearch
  }
}

const route = getRouteApi('/_in/frontend-admin/user/$id/edit')

const UNKNOWN = 'There is no such user.'
const NEEDS_NETWORK = 'Editing a user needs the network. Users are not kept on this device.'

function Frame({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  const list = useLocation({ select: ({ state }) => state.userList })
  return (
    <div className={classes.page}>
      <SubPage
        title="Edit User"
        lead={lead}
        parent={
          <Link to="/frontend-admin/userlist" search={list ?? {}}>
            Users
          </Link>
        }
      >
        {children}
      </SubPage>
    </div>
  )
}

function OpenedUser({ opened }: { opened: User }) {
  const [user, setUser] = useState(opened)
  useWindowPart(user.name)
  const lead = (
    <span className={classes.who}>
      <span>
        {user.name} · ID {user._id}
      </span>
      {user.deactivated && <DeactivatedMark />}
    </span>
  )
  return (
    <Frame lead={lead}>
      <UserForm user={user} onReload={setUser} />
    </Frame>
  )
}

function FetchedUser({ id }: { id: number }) {
  const { data, error } = useQuery(users.one(id))
  if (data) return <OpenedUser opened={data} />
  return (
    <Frame>
      <NotLoaded error={error} needsNetwork={NEEDS_NETWORK} />
    </Frame>
  )
}

const UnknownUser = () => (
  <Frame>
    <ErrorAlert error={UNKNOWN} />
  </Frame>
)

export function UserEditPage() {
  const id = PathId.safeParse(route.useParams().id).data
  return id ? <FetchedUser key={id} id={id} /> : <UnknownUser />
}
