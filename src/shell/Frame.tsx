/** Header and content of every signed-in screen. */
import '#src/styles/frame.css'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useRefreshedProfile } from '#src/apps/accounts/use-refreshed-profile.ts'
import { hearSettled, unsettled } from '#src/offline/my-changes.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { setBadge } from './app-badge.ts'
import classes from './Frame.module.css'
import { Header } from './Header.tsx'
import { settled } from './queued-kinds.ts'
import { ScreenLoading } from './ScreenLoading.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

export function Frame() {
  useRefreshedProfile()
  useEffect(() => hearSettled(settled), [])
  const open = unsettled(useMyChanges()).length
  useEffect(() => setBadge(open), [open])
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
      </main>
      <UpdatePrompt />
    </div>
  )
}
