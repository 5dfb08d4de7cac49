/** Header and content of every signed-in screen. */
import '#src/styles/targets.css'
import '#src/styles/print.css'
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { onConnection } from '#src/api/connection.ts'
import { useRefreshedProfile } from '#src/apps/accounts/use-refreshed-profile.ts'
import { useRecentApps } from '#src/apps/applications/recent.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { prepareClock } from '#src/lib/clock-time.ts'
import { prepareCounts } from '#src/lib/count-text.ts'
import { fetchSoon } from '#src/lib/fetch-soon.ts'
import { answerOtherTabs } from '#src/lib/unsaved-elsewhere.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import { setSettledHandler } from '#src/offline/settled-answers.ts'
import { RouterBack } from '#src/screen/RouterBack.tsx'
import { BackListener } from '#src/ui/BackCloses.tsx'
import { optionalPart } from '#src/ui/lazy-code.tsx'
import classes from './Frame.module.css'
import { Header } from './Header.tsx'
import { InstallHint } from './InstallHint.tsx'
import { LostRight } from './LostRight.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'
import { UpdatePrompt } from './updates/UpdatePrompt.tsx'

/** Both are one piece of code, loaded once the page is idle. Without it nothing is rendered: the screen works all the same. */
const deferred = () => whenIdle().then(() => import('./DeferredParts.tsx'))
const RefreshFailure = optionalPart(() => deferred().then((m) => m.RefreshFailure))
const DeferredParts = optionalPart(() => deferred().then((m) => m.DeferredParts))

const fetchDialogs = () =>
  fetchSoon(
    () => import('./changes/ChangesTray.tsx'),
    () => import('./SignOutDialog.tsx'),
    () => import('./QuickFind.tsx'),
  )

/** Passes answers to queued changes to their apps. Loads code of every app, so it waits until the page is idle. */
function handleAnswers(): void {
  whenIdle()
    .then(() => import('./changes/queued-kinds.ts'))
    .then(({ handleSettled }) => setSettledHandler(handleSettled))
    .catch(() => {
      // Try again when the connection changes; until then the answers are kept.
      const stop = onConnection(() => {
        stop()
        handleAnswers()
      })
    })
}

/** Prepares the formatters of clock times and counts while the page is idle. Returns a function that stops it. */
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

function BackgroundWork() {
  useRefreshedProfile()
  useRecentApps()
  useEffect(fetchDialogs, [])
  useEffect(handleAnswers, [])
  useEffect(prepareFormats, [])
  useEffect(answerOtherTabs, [])
  return null
}

/** Mounts its children after the first paint; separate, so that this never renders the frame. */
function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted && children
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
          <AfterPaint>
            <RefreshFailure />
          </AfterPaint>
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
          </Suspense>
          <InstallHint />
        </main>
        <UpdatePrompt />
        <AfterPaint>
          <BackgroundWork />
          <DeferredParts />
        </AfterPaint>
      </div>
    </BackListener>
  )
}
