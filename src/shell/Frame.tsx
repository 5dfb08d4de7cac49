/** Header and content of every signed-in screen. */
import '#src/styles/frame.css'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useRefreshedProfile } from '#src/apps/accounts/use-refreshed-profile.ts'
import { hearSettled } from '#src/offline/my-changes.ts'
import classes from './Frame.module.css'
import { Header } from './Header.tsx'
import { settled } from './queued-kinds.ts'
import { ScreenLoading } from './ScreenLoading.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

export function Frame() {
  useRefreshedProfile()
  useEffect(() => hearSettled(settled), [])
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
