/** Offers to install the portal as an app on this device; shown once, and only on the home page. */
import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { focusAfter } from '#src/lib/focus-after.ts'
import { focusTitle } from '#src/screen/Page.tsx'
import { portalName } from '#src/ui/Brand.tsx'
import classes from './InstallHint.module.css'
import { answerInstall, install, installOffer, noteInstallOffered, onInstallOffer } from './install.ts'

/** Runs `act` and moves the focus to the title, as either answer removes the hint and its focused button. */
async function answer(act: () => unknown): Promise<void> {
  const focus = focusAfter()
  await act()
  focus(focusTitle)
}

export function InstallHint() {
  const offer = useSyncExternalStore(onInstallOffer, installOffer)
  const { pathname } = useLocation()
  const isShown = offer !== 'none' && pathname === '/'
  useEffect(() => {
    if (isShown) noteInstallOffered()
  }, [isShown])
  if (!isShown) return null
  const name = portalName()
  return (
    <section className={classes.hint} aria-label={`Install ${name}`}>
      <p>
        {offer === 'prompt'
          ? `${name} can be kept on this device like an app: a tap away, also without a network.`
          : `Keep ${name} on this device like an app: open the share menu and choose “Add to Home Screen”.`}
      </p>
      <div className={classes.answers}>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void answer(answerInstall)}>
          {offer === 'prompt' ? 'Not now' : 'Got it'}
        </Button>
        {offer === 'prompt' && (
          <Button size="compact-sm" onClick={() => void answer(install)}>
            Install
          </Button>
        )}
      </div>
    </section>
  )
}
