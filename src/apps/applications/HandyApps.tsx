/** The strips above the grid: the pinned apps and, in a long catalogue, those opened last. */
import { ActionIcon } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Application } from '#contract/apps/applications.ts'
import { Unreachable } from '#src/api/problem.ts'
import { useCanChange, useMyChanges } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { AppImage, AppLink } from './AppTile.tsx'
import { keepPin, pinsWith } from './changes.ts'
import classes from './HandyApps.module.css'
import { pins } from './queries.ts'
import { recentApps } from './recent.ts'

/** A catalogue up to this size is seen at a glance: a strip of recent apps would only repeat it. */
const LONG_CATALOGUE = 12

/** Returns the ids of the pinned apps. Undefined: not known, as opposed to none. Null: this server keeps no pins. */
export function usePins() {
  const held = useQuery(pins)
  const { rows } = useMyChanges()
  return pinsWith(held, rows)
}

export interface PinButtonProps {
  readonly app: Application
  readonly pinned: readonly number[] | null | undefined
  /** Called with the error of a tap that could be neither stored nor sent, and with null as the next one begins. */
  readonly onFailure: (error: unknown) => void
}

/** Renders nothing if the pins are unknown or the server keeps none. Overlays the tile, so that it moves nothing. */
export function PinButton({ app, pinned, onFailure }: PinButtonProps) {
  const canChange = useCanChange()
  if (!pinned) return null
  const isPinned = pinned.includes(app._id)
  const Icon = isPinned ? IconPinFilled : IconPin
  const label = `${isPinned ? 'Unpin' : 'Pin'} ${app.name}`
  return (
    <span className={classes.pin} data-pinned={isPinned || undefined}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        title={label}
        disabled={!canChange}
        onClick={() => {
          onFailure(null)
          keepPin(app._id, !isPinned).catch(onFailure)
        }}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </span>
  )
}

const Strip = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.strip} aria-label={title}>
    <h2 className={classes.title}>{title}</h2>
    {children}
  </section>
)

function Apps({ title, apps }: { title: string; apps: readonly Application[] }) {
  if (apps.length === 0) return null
  return (
    <Strip title={title}>
      <ul className={classes.apps}>
        {apps.map((app) => (
          <li key={app._id}>
            <AppLink app={app} className={classes.app}>
              <AppImage app={app} size={24} />
              <span>{app.name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Strip>
  )
}

/** `apps`: all applications this device knows of. `pages`: the number of pages of the whole catalogue. */
export function HandyApps({ apps, pages }: { apps: readonly Application[]; pages: number }) {
  const known = usePins()
  const { error } = useQuery(pins)
  const pinned = known ?? []
  const { data: slugs = [] } = useQuery(recentApps)
  const isLong = pages > 1 || apps.length > LONG_CATALOGUE
  const found = <Key,>(keys: readonly Key[], keyOf: (app: Application) => Key) =>
    keys.flatMap((key) => apps.find((app) => keyOf(app) === key) ?? [])
  const recent = found(slugs, ({ urlslug }) => urlslug).filter(({ _id }) => !pinned.includes(_id))
  return (
    <>
      {/* No error while the portal cannot be reached: trying again would not help. */}
      {known === undefined && error && !(error instanceof Unreachable) && (
        <Strip title="Pinned">
          <ErrorAlert error={error} />
        </Strip>
      )}
      <Apps title="Pinned" apps={found(pinned, ({ _id }) => _id)} />
      {isLong && <Apps title="Recent" apps={recent} />}
    </>
  )
}
