/** What a screen shows until somebody approves it: a code, and where to type it. */
import { groupedCode, plainCode } from '#contract/apps/displays.ts'
import { sentenceOf } from '#src/api/problem.ts'
import { display } from './display.ts'
import classes from './PairingScreen.module.css'
import { usePairing } from './pairing.ts'
import { WallClock } from './Wall.tsx'

/** Spells the code letter by letter: a screen reader would read it as a word. */
const spelled = (code: string) => [...plainCode(code)].join(' ')

export function PairingScreen() {
  const { code, error } = usePairing()
  return (
    <div className={classes.screen}>
      <WallClock />
      <div className={classes.middle}>
        <h1 className={classes.title}>
          {display.wasRefused() ? 'This screen is no longer approved' : 'Show who is away here'}
        </h1>
        <p className={classes.how}>
          An admin of the board opens <strong>{window.location.host}/app/onbreak/displays</strong> and types this code:
        </p>
        <p className={classes.code} aria-label={code ? `Code ${spelled(code)}` : undefined} role="status">
          {code ? groupedCode(plainCode(code)) : '········'}
        </p>
        <p className={classes.note} role="status">
          {error ? `${sentenceOf(error)} This screen goes on by itself.` : 'The code changes every 15 minutes.'}
        </p>
      </div>
    </div>
  )
}
