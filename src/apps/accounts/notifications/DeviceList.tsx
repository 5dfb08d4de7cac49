/** The list of devices that get the person's notifications. */
import { Text } from '@mantine/core'
import { useRef } from 'react'
import type { PushDevice } from '#contract/apps/notifications.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { DayAndTime } from '#src/ui/Clock.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import classes from './Notifications.module.css'
import { remove } from './this-device.ts'
import type { Action } from './use-action.ts'

interface DeviceListProps {
  readonly devices: readonly PushDevice[]
  readonly action: Action
  readonly online: boolean
  readonly onChange: () => Promise<unknown>
}

const LastSent = ({ lastSentAt }: PushDevice) =>
  lastSentAt === null ? (
    'nothing sent yet'
  ) : (
    <>
      last sent <DayAndTime at={lastSentAt} />
    </>
  )

const SIGNED_OUT = 'Signed out: it gets nothing until you sign in there and turn notifications on again.'

/** Renders nothing without devices, unless there is a result to show: the last one was removed just now. */
export function DeviceList({ devices, action, online, onChange }: DeviceListProps) {
  const { act, busy, isFree, outcome, error } = action
  const heading = useRef<HTMLHeadingElement>(null)
  if (devices.length === 0 && busy === null && !outcome && !error) return null
  const removed = async (device: PushDevice) => {
    await remove(device)
    return `Removed ${device.name}.`
  }
  async function confirm(device: PushDevice): Promise<void> {
    const focus = focusAfter()
    await act(String(device._id), () => removed(device).finally(onChange))
    // The focused row is gone: the heading takes the focus.
    focus(() => heading.current?.focus())
  }
  return (
    <div className={classes.part}>
      <h3 id="devices" ref={heading} tabIndex={-1}>
        Your devices
      </h3>
      <ErrorAlert error={error} />
      {devices.length > 0 && (
        <ul className={classes.devices} aria-labelledby="devices">
          {devices.map((device) => (
            <li key={device._id}>
              <div className={classes.device}>
                <span>
                  {device.name}
                  {device.isThis && ' (this device)'}
                </span>
                <Text size="sm" c="dimmed">
                  Since <DayAndTime at={device.createdAt} />, <LastSent {...device} />
                </Text>
                {device.isSignedOut && <Text size="sm">{SIGNED_OUT}</Text>}
              </div>
              <ConfirmButton
                variant="default"
                size="compact-sm"
                name={device.name}
                prompt="Nothing more will be sent to this device. It can be turned on again there."
                action="Remove"
                isDestructive
                aria-label={`Remove ${device.name}`}
                loading={busy === String(device._id)}
                disabled={!online || !isFree}
                onConfirm={() => void confirm(device)}
              >
                Remove
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed" role="status">
        {outcome}
      </Text>
    </div>
  )
}
