/** Notifications on this very device: on, off, or why not. */
import { Button, Text } from '@mantine/core'
import { sendTest } from '#contract/apps/notifications.ts'
import { send } from '#src/api/call.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import classes from './Notifications.module.css'
import { type Here, remove, turnOn } from './this-device.ts'
import { useAction } from './use-action.ts'

const WHY_NOT = {
  no: 'This browser cannot show notifications of web pages. Another one may.',
  install:
    'On iPhone and iPad notifications work once the portal is on the home screen: open the share menu, choose “Add to Home Screen”, and open the portal from there.',
  secure: 'Notifications need a secure connection: they work at an address that begins with https://.',
  denied:
    'Notifications of this site are blocked in this browser. Allow them in the browser’s settings for this site (often behind the sign beside the address), then come back here.',
} as const

interface ThisDeviceProps {
  readonly here: Here
  /** The one on the server's list; null where it is not there. */
  readonly device: { readonly _id: number; readonly isThis: boolean } | null
  readonly publicKey: string
  readonly online: boolean
  readonly onChange: () => Promise<unknown>
}

export function ThisDevice({ here, device, publicKey, online, onChange }: ThisDeviceProps) {
  const { act, busy, said, error } = useAction()
  if (here.can !== 'yes') return <Text size="sm">{WHY_NOT[here.can]}</Text>
  if (here.permission === 'denied') return <Text size="sm">{WHY_NOT.denied}</Text>
  const isOn = here.permission === 'granted' && here.isSubscribed && device !== null
  const button = (name: string) => ({ loading: busy === name, disabled: !online || busy !== null })
  const change = async () => {
    if (isOn) await remove(device)
    else if (!(await turnOn(publicKey))) return 'Nothing was turned on: the browser was not allowed to.'
    return isOn ? 'Off for this device.' : 'On for this device.'
  }
  const test = async () => {
    await send(sendTest)
    return 'Sent. It appears within some seconds.'
  }
  return (
    <>
      <ErrorAlert error={error} />
      {isOn && <StatusMark status="success" word="On for this device" />}
      <div className={classes.buttons}>
        {/* The same button for both: it has the focus. */}
        <Button
          variant={isOn ? 'default' : 'filled'}
          {...button('change')}
          onClick={() => act('change', () => change().finally(onChange))}
        >
          {isOn ? 'Turn off for this device' : 'Turn on for this device'}
        </Button>
        {isOn && (
          <Button variant="default" {...button('test')} onClick={() => act('test', () => test().finally(onChange))}>
            Send a test notification
          </Button>
        )}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </>
  )
}
