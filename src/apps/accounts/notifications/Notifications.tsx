/**
 * The (opt-in) notification settings: this device, the kinds, the other devices. Loaded after the rest of the profile.
 */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { SessionUser } from '#contract/apps/accounts.ts'
import type { PushDevice, Wanted } from '#contract/apps/notifications.ts'
import { useConnection } from '#src/api/connection.ts'
import { isUnknownCall } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import section from '../ProfilePage.module.css'
import { DeviceList } from './DeviceList.tsx'
import classes from './Notifications.module.css'
import { browserState, notifications } from './queries.ts'
import { ThisDevice } from './ThisDevice.tsx'
import { isOnHere, onPermission } from './this-device.ts'
import { useAction } from './use-action.ts'
import { WantedForm } from './WantedForm.tsx'
import { wantsAny } from './wanted.ts'

const isOnElsewhere = ({ isThis, isSignedOut }: PushDevice) => !isThis && !isSignedOut

interface PartsProps {
  readonly me: SessionUser
  readonly heading: RefObject<HTMLElement | null>
}

function Parts({ me, heading }: PartsProps) {
  const { online } = useConnection()
  const { data, error } = useQuery(notifications)
  const { data: browser, refetch: refetchBrowser } = useQuery(browserState)
  const { actionOf, forget } = useAction()
  useEffect(
    () =>
      onPermission(() => {
        // Results of earlier actions describe the state before the permission changed.
        forget()
        void refetchBrowser()
      }),
    [forget, refetchBrowser],
  )
  const refresh = () =>
    Promise.all([queryClient.invalidateQueries({ queryKey: notifications.queryKey }), refetchBrowser()])
  if (!data || !browser)
    return error && online ? <ErrorAlert error={error} /> : online ? <Loading /> : <Text size="sm">{OFFLINE}</Text>
  const { devices, publicKey, wanted } = data
  const device = (isOnHere(browser) && devices.find(({ isThis }) => isThis)) || null
  const [isAnyOn, isAnyWanted] = [device !== null || devices.some(isOnElsewhere), wantsAny(me, wanted)]
  function keep(next: Wanted): void {
    queryClient.setQueryData(notifications.queryKey, (old) => old && { ...old, wanted: next })
    forget()
  }
  return (
    <>
      {!online && (
        <Text size="sm" c="dimmed">
          {OFFLINE}
        </Text>
      )}
      <ThisDevice
        here={browser}
        device={device}
        publicKey={publicKey}
        isIdle={isAnyOn && !isAnyWanted}
        action={actionOf('this device')}
        heading={heading}
        online={online}
        onChange={refresh}
      />
      <WantedForm me={me} wanted={wanted} isUnheard={isAnyWanted && !isAnyOn} online={online} onSaved={keep} />
      <DeviceList devices={devices} action={actionOf('devices')} online={online} onChange={refresh} />
    </>
  )
}

const OFFLINE = 'You are offline. Notifications can be changed once the portal is back.'

export function Notifications({ me }: { me: SessionUser }) {
  const { error } = useQuery(notifications)
  const heading = useRef<HTMLHeadingElement>(null)
  // This portal has no notifications.
  if (isUnknownCall(error)) return null
  return (
    <section className={section.section} aria-labelledby="notifications">
      <h2 id="notifications" ref={heading} tabIndex={-1}>
        Notifications
      </h2>
      <div className={classes.parts}>
        <Parts me={me} heading={heading} />
      </div>
    </section>
  )
}
