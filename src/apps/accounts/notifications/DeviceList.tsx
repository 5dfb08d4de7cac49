/** Where the person's notifications go. */
import { Text } from '@mantine/core'
import type { PushDevice } from '#contract/apps/notifications.ts'
import { dayAndTime } from '#src/lib/time.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import classes from './Notifications.module.css'
import { remove } from './this-device.ts'
import { useAction } from './use-action.ts'

interface DeviceListProps {
  readonly devices: readonly PushDevice[]
  readonly online: boolean
  readonly onChange: () => Promise<unknown>
}

const told = ({ lastSentAt }: PushDevice) =>
  lastSentAt === null ? 'nothing sent yet' : `last sent ${dayAndTime(lastSentAt)}`

export function DeviceList({ devices, online, onChange }: DeviceListProps) {
  const { act, busy, said, error } = useAction()
  const removed = async (device: PushDevice) => {
    await remove(device)
    return `Removed ${device.name}.`
  }
  return (
    <div className={classes.part}>
      <h3 id="devices">Your devices</h3>
      <ErrorAlert error={error} />
      <ul className={classes.devices} aria-labelledby="devices">
        {devices.map((device) => (
          <li key={device._id}>
            <div className={classes.device}>
              <span>
                {device.name}
                {device.isThis && ' (this device)'}
              </span>
              <Text size="sm" c="dimmed">
                Since {dayAndTime(device.createdAt)}, {told(device)}
              </Text>
            </div>
            <ConfirmButton
              variant="default"
              size="compact-sm"
              name={device.name}
              prompt="Nothing more will be sent to this device. It can be turned on again there."
              action="Remove"
              aria-label={`Remove ${device.name}`}
              loading={busy === String(device._id)}
              disabled={!online || busy !== null}
              onConfirm={() => act(String(device._id), () => removed(device).finally(onChange))}
            >
              Remove
            </ConfirmButton>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </div>
  )
}
