/** Turns notifications on this device on or off, or says why that is not possible. */
import { Text } from '@mantine/core'
import type { RefObject } from 'react'
import { sendTest } from '#contract/apps/notifications.ts'
import { send } from '#src/api/call.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import classes from './Notifications.module.css'
import { type BrowserState, remove, turnOn } from './this-device.ts'
import type { Action } from './use-action.ts'

const WHY_NOT = {
  no: 'This browser cannot show notifications from web pages. Another browser may.',
  install:
    'On iPhone and iPad notifications work once the portal is on the home screen: open the share menu, choose “Add to Home Screen”, and open the portal from there.',
  secure: 'Notifications need a secure connection: they work at an address that begins with https://.',
  denied:
    'Notifications from this site are blocked in this browser. Allow them in the browser’s settings for this site (often behind the icon beside the address), then come back here.',
} as const

const whyNot = (here: BrowserState) =>
  here.can !== 'yes' ? WHY_NOT[here.can] : here.permission === 'denied' ? WHY_NOT.denied : null

interface ThisDeviceProps {
  readonly here: BrowserState
  /** This device on the server's list; null if notifications are off here. */
  readonly device: { readonly _id: number; readonly isThis: boolean } | null
  readonly publicKey: string
  /** A device of this person is on, but no kind of notification is chosen. */
  readonly isIdle: boolean
  readonly action: Action
  /** Takes the focus when the button is gone. */
  readonly heading: RefObject<HTMLElement | null>
  readonly online: boolean
  readonly onChange: () => Promise<unknown>
}

export function ThisDevice(props: ThisDeviceProps) {
  const { here, device, publicKey, isIdle, action, heading, online, onChange } = props
  const { act, busy, isFree, outcome, error } = action
  const obstacle = whyNot(here)
  const isOn = device !== null
  const button = (name: string) => ({ busy: busy === name, disabled: !online || !isFree })
  const change = async () => {
    if (isOn) await remove(device)
    else if (!(await turnOn(publicKey))) return 'Notifications stay off: the browser was not given permission.'
    return isOn ? 'Off for this device.' : 'On for this device.'
  }
  const test = async () => {
    await send(sendTest)
    return 'Sent. It appears within some seconds.'
  }
  async function toggle(): Promise<void> {
    const focus = focusAfter()
    await act('change', () => change().finally(onChange))
    if (Notification.permission === 'denied') focus(() => heading.current?.focus())
  }
  return (
    <>
      <ErrorAlert error={error} />
      {isOn && <StatusMark status="success" word="On for this device" />}
      {!obstacle && (
        <div className={classes.buttons}>
          {/* One button for both, so that it keeps the focus. */}
          <BusyButton variant={isOn ? 'default' : 'filled'} {...button('change')} onClick={() => void toggle()}>
            {isOn ? 'Turn off for this device' : 'Turn on for this device'}
          </BusyButton>
          {isOn && (
            <BusyButton
              variant="default"
              {...button('test')}
              onClick={() => act('test', () => test().finally(onChange))}
            >
              Send a test notification
            </BusyButton>
          )}
        </div>
      )}
      <div role="status">
        {obstacle ? (
          <Text size="sm">{obstacle}</Text>
        ) : (
          <Text size="sm" c="dimmed">
            {outcome}
          </Text>
        )}
        {isIdle && (
          <Text size="sm" c="dimmed">
            Choose below what you want to be told about.
          </Text>
        )}
      </div>
    </>
  )
}
