/** The header's chip: shows the connection and the number of unsent or refused changes; opens the changes tray. */
import { IconAlertTriangle, IconClockHour4, IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useAwaitsFirstAnswer } from '#src/api/awaits-first-answer.ts'
import { useConnection } from '#src/api/connection.ts'
import { useTimeWithDay } from '#src/lib/use-time-with-day.ts'
import { lazyDialog } from '#src/ui/lazy-code.tsx'
import classes from './ConnectionChip.module.css'
import { useChangeCounts } from './changes/use-change-counts.ts'
import type { DialogState } from './dialog-state.ts'

const ChangesTray = lazyDialog(() => import('./changes/ChangesTray.tsx').then((m) => m.ChangesTray))
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** Whether the count fell with the connection unchanged. Not announced then: many changes may be sent in a row. */
function useIsFewer(count: number, online: boolean): boolean {
  const [seen, setSeen] = useState({ count, online, isFewer: false })
  if (count !== seen.count || online !== seen.online)
    setSeen({ count, online, isFewer: online === seen.online && count < seen.count })
  return seen.isFewer
}

export function ConnectionChip() {
  const { online, since } = useConnection()
  const isAwaited = useAwaitsFirstAnswer()
  const { waiting, refused, partly } = useChangeCounts()
  const [tray, setTray] = useState<DialogState>('unused')
  const time = useTimeWithDay(since)
  const lost = online ? '' : `Offline${time && ` since ${time}`}`
  const line = lost || (isAwaited ? 'Connecting…' : 'Online')
  const kind = refused + partly > 0 ? 'refused' : waiting > 0 ? 'waiting' : online ? 'online' : 'offline'
  const news = [
    refused > 0 && `${refused} refused`,
    partly > 0 && `${partly} done in part`,
    waiting > 0 && `${waiting} waiting`,
  ].filter((words) => words !== false)
  const [short = ''] = news
  const name = [line, ...news]
  const sentences = [
    lost && `${lost}.`,
    refused > 0 && `${changes(refused)} ${refused === 1 ? 'was' : 'were'} refused.`,
    partly > 0 && `${changes(partly)} ${partly === 1 ? 'was' : 'were'} done in part.`,
  ]
  const isFewer = useIsFewer(waiting, online)
  return (
    <span className={classes.place}>
      <button
        type="button"
        className={classes.chip}
        data-kind={kind}
        aria-haspopup="dialog"
        aria-label={name.join(', ')}
        onClick={() => setTray('open')}
      >
        {kind === 'refused' && <IconAlertTriangle {...icon} />}
        {kind === 'waiting' && <IconClockHour4 {...icon} />}
        {kind === 'offline' && <IconCloudOff {...icon} />}
        {kind === 'online' && <span className={classes.dot} data-awaited={isAwaited || undefined} />}
        <span className={classes.words} aria-hidden>
          {[lost || (short ? '' : line), short].filter(Boolean).join(' · ')}
        </span>
        {kind !== 'online' && <span className={classes.count}>{refused || partly || waiting || ''}</span>}
      </button>
      <span role="status" className="visually-hidden">
        {sentences.filter(Boolean).join(' ')}
      </span>
      <span role="status" className="visually-hidden">
        {waiting > 0 && !isFewer && `${changes(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting.`}
      </span>
      {tray !== 'unused' && <ChangesTray opened={tray === 'open'} onClose={() => setTray('closed')} />}
    </span>
  )
}
