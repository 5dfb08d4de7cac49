/**
 * The board on a wall (wire.md “On break”, a display): by a display's token, or for a signed-in person who may see it.
 */
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { boardReader } from '#contract/who.ts'
import type { Problem } from '#src/api/problem.ts'
import { callerOf, useSession } from '#src/api/session.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'
import { portalName } from '#src/ui/Brand.tsx'
import { clearCachedBoard, useCachedBoardSnapshot } from './cached-snapshot.ts'
import { display, useDisplay } from './display.ts'
import { PairingScreen } from './PairingScreen.tsx'
import { useStoredSnapshot } from './stored-snapshot.ts'
import { useFullScreen, useRenewal, useRestingPointer, useWakeLock } from './upkeep.ts'
import { useWallBoard } from './use-wall-board.ts'
import { Wall } from './Wall.tsx'
import classes from './WallPage.module.css'
import { isAwakeAt, schemeAt, shiftAt, useTick } from './wall-time.ts'

const BROKEN_MS = 60_000
/** Interval at which a refused wall tries again: nobody is there to reload it once the right is given back. */
const REFUSED_MS = 5 * MINUTE_MS

/** The bare screen: colour scheme and position, without the portal's frame around it. */
function Screen({ children }: { children: ReactNode }) {
  const now = useTick(MINUTE_MS)
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const [x, y] = shiftAt(now)
  const hour = new Date(now).getHours()
  const scheme = schemeAt(hour, prefersDark)
  useWakeLock(isAwakeAt(hour))
  useFullScreen()
  const isResting = useRestingPointer()
  useEffect(() => {
    document.title = `On Break · ${portalName()}`
  }, [])
  // On the root, where the tokens get their colours: elements below inherit these, whatever scheme they declare.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.wall = scheme
    return () => {
      delete dataset.wall
    }
  }, [scheme])
  return (
    <main
      className={classes.screen}
      data-scheme={scheme}
      data-resting={isResting || undefined}
      style={{ '--shift-x': `${x}vmin`, '--shift-y': `${y}vmin` }}
    >
      <div className={classes.shifted}>{children}</div>
    </main>
  )
}

function OwnBoard({ onRefused }: { onRefused: (refusal: Problem) => void }) {
  const board = useWallBoard({ token: undefined, onRefused })
  useCachedBoardSnapshot(board)
  useRenewal(board.changedAt)
  return <Wall board={board} />
}

function Refused({ refusal, onAgain }: { refusal: Problem; onAgain: () => void }) {
  useRenewal(0)
  useEffect(() => {
    const timer = setTimeout(onAgain, REFUSED_MS)
    return () => clearTimeout(timer)
  }, [onAgain])
  return (
    <p className={classes.refusal}>
      {refusal.message} <Link to="/">Back to home</Link>
    </p>
  )
}

/** The wall of a signed-in person. When the session ends, the screen asks to be approved. */
function OwnWall() {
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const askAgain = useCallback(() => setRefusal(null), [])
  const refuse = useCallback((problem: Problem) => {
    clearCachedBoard()
    setRefusal(problem)
  }, [])
  return refusal ? <Refused refusal={refusal} onAgain={askAgain} /> : <OwnBoard onRefused={refuse} />
}

function DisplayWall({ token }: { token: string }) {
  const dropToken = useCallback(() => display.dropToken(token), [token])
  const board = useWallBoard({ token, onRefused: dropToken })
  const minute = useTick(MINUTE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a minute
  useEffect(display.storeAgain, [minute])
  useStoredSnapshot(token, board)
  useRenewal(board.changedAt)
  return <Wall board={board} />
}

function WaitingScreen() {
  useRenewal(0)
  return <PairingScreen />
}

export function WallPage() {
  const me = useSession()
  // An approved display uses its own token and nobody's session.
  const letIn = useDisplay()
  const mayLook = me !== null && boardReader.allows(callerOf(me), {}) === true
  return (
    <Screen>
      {letIn ? (
        <DisplayWall key={letIn.token} token={letIn.token} />
      ) : mayLook ? (
        <OwnWall key={me._id} />
      ) : (
        <WaitingScreen />
      )}
    </Screen>
  )
}

/** Shown if the wall fails. Nobody is there to press a button, so the screen tries again by itself. */
export function BrokenWall() {
  const reload = useCallback(() => window.location.reload(), [])
  useEffect(() => {
    const timer = setTimeout(reload, BROKEN_MS)
    return () => clearTimeout(timer)
  }, [reload])
  return (
    <Screen>
      <p className={classes.refusal}>This screen could not be shown. It tries again within a minute.</p>
    </Screen>
  )
}
