/** Header and content of every signed-in screen. */
import '#src/styles/targets.css'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onConnection } from '#src/api/connection.ts'
import { useRefreshedProfile } from '#src/apps/accounts/use-refreshed-profile.ts'
import { useRecentApps } from '#src/apps/applications/recent.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { prepareClock } from '#src/lib/clock-time.ts'
import { fetchSoon } from '#src/lib/fetch-soon.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import { hearSettled, unsettled } from '#src/offline/my-changes.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { setBadge } from './app-badge.ts'
import classes from './Frame.module.css'
import { Header } from './Header.tsx'
import { InstallHint } from './InstallHint.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** Where their code cannot be had there are none: no reason to take the screen away. */
const Tips = lazy(() =>
  whenIdle()
    .then(() => import('#src/ui/Tips.tsx'))
    .then((m) => ({ default: m.Tips }))
    .catch(() => ({ default: () => null })),
)

const fetchDialogs = () =>
  fetchSoon(
    () => import('./ChangesTray.tsx'),
    () => import('./SignOutDialog.tsx'),
    () => import('./QuickFind.tsx'),
  )

/** Each app takes in the answers to its own changes: the code of all of them, which no first screen should wait for. */
function hearAnswers(): void {
  whenIdle()
    .then(() => import('./queued-kinds.ts'))
    .then(({ settled }) => hearSettled(settled))
    .catch(() => {
      // With the line the code can be had again; until then the answers are kept.
      const stop = onConnection(() => {
        stop()
        hearAnswers()
      })
    })
}

/** Answers how to give it up. */
function prepareClockSoon(): () => void {
  let isHere = true
  void whenIdle().then(() => isHere && prepareClock())
  return () => {
    isHere = false
  }
}

function Work() {
  useRefreshedProfile()
  useRecentApps()
  useEffect(fetchDialogs, [])
  useEffect(hearAnswers, [])
  useEffect(prepareClockSoon, [])
  const open = unsettled(useMyChanges()).length
  useEffect(() => setBadge(open), [open])
  // Nobody signed in: no number for the next person to wonder about.
  useEffect(() => () => setBadge(0), [])
  return null
}

/** What goes on under every screen and shows nothing yet: none of it draws the frame anew, or holds up what does. */
function Background() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return (
    isPainted && (
      <>
        <Work />
        <Suspense>
          <Tips />
        </Suspense>
      </>
    )
  )
}

export function Frame() {
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Header />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Suspense fallback={<ScreenLoading />}>
          <Outlet />
        </Suspense>
        <InstallHint />
      </main>
      <UpdatePrompt />
      <Background />
    </div>
  )
}
