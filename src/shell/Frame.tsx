/** Header and content of every signed-in screen. */
import '#src/styles/targets.css'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { onConnection } from '#src/api/connection.ts'
import { useRefreshedProfile } from '#src/apps/accounts/use-refreshed-profile.ts'
import { useRecentApps } from '#src/apps/applications/recent.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { prepareClock } from '#src/lib/clock-time.ts'
import { prepareCounts } from '#src/lib/count-text.ts'
import { fetchSoon } from '#src/lib/fetch-soon.ts'
import { hearOtherTabs } from '#src/lib/unsaved-elsewhere.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import { hearSettled } from '#src/offline/my-changes.ts'
import { BackListener } from '#src/ui/BackCloses.tsx'
import { sparePart } from '#src/ui/lazy-code.tsx'
import classes from './Frame.module.css'
import { Header } from './Header.tsx'
import { InstallHint } from './InstallHint.tsx'
import { LostRight } from './LostRight.tsx'
import { RouterBack } from './RouterBack.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** Comes once the first screen stands. Where its code cannot be had there is none: no reason to take the screen away. */
const Later = sparePart(() =>
  whenIdle()
    .then(() => import('./Later.tsx'))
    .then((m) => m.Later),
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
function prepareFormats(): () => void {
  let isHere = true
  void (async () => {
    for (const prepare of [prepareClock, prepareCounts]) {
      await whenIdle()
      if (!isHere) return
      prepare()
    }
  })()
  return () => {
    isHere = false
  }
}

function Work() {
  useRefreshedProfile()
  useRecentApps()
  useEffect(fetchDialogs, [])
  useEffect(hearAnswers, [])
  useEffect(prepareFormats, [])
  useEffect(hearOtherTabs, [])
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
        <Later />
      </>
    )
  )
}

export function Frame() {
  return (
    <BackListener value={RouterBack}>
      <div className={classes.frame}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <Header />
        <main id="content" className={classes.content} tabIndex={-1}>
          <LostRight />
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
          </Suspense>
          <InstallHint />
        </main>
        <UpdatePrompt />
        <Background />
      </div>
    </BackListener>
  )
}
