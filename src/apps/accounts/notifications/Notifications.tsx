/** Notifications (opt-in): on this device, of which kinds, and on which other devices. Loaded after the rest of the profile. */
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { useConnection } from '#src/api/connection.ts'
import { isUnknownCall } from '#src/api/problem.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import section from '../ProfilePage.module.css'
import { DeviceList } from './DeviceList.tsx'
import classes from './Notifications.module.css'
import { here, notifications } from './queries.ts'
import { ThisDevice } from './ThisDevice.tsx'
import { WantedForm } from './WantedForm.tsx'

function Parts({ me }: { me: SessionUser }) {
  const { online } = useConnection()
  const client = useQueryClient()
  const { data, error } = useQuery(notifications)
  const { data: browser, refetch: lookAgain } = useQuery(here)
  const refresh = () => Promise.all([client.invalidateQueries({ queryKey: notifications.queryKey }), lookAgain()])
  if (!data || !browser)
    return error && online ? <ErrorAlert error={error} /> : online ? <Loading /> : <Text size="sm">{OFFLINE}</Text>
  const { devices, publicKey, wanted } = data
  const device = devices.find(({ isThis }) => isThis) ?? null
  return (
    <>
      {!online && (
        <Text size="sm" c="dimmed">
          {OFFLINE}
        </Text>
      )}
      <ThisDevice here={browser} device={device} publicKey={publicKey} online={online} onChange={refresh} />
      <WantedForm
        me={me}
        wanted={wanted}
        online={online}
        onSaved={(next) => client.setQueryData(notifications.queryKey, (old) => old && { ...old, wanted: next })}
      />
      {devices.length > 0 && <DeviceList devices={devices} online={online} onChange={refresh} />}
    </>
  )
}

const OFFLINE = 'You are offline. Notifications can be changed once the portal is back.'

export function Notifications({ me }: { me: SessionUser }) {
  const { error } = useQuery(notifications)
  // A portal that has none.
  if (isUnknownCall(error)) return null
  return (
    <section className={section.section} aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <div className={classes.parts}>
        <Parts me={me} />
      </div>
    </section>
  )
}
