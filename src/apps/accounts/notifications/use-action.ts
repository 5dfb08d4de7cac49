/** One thing at a time that a person asks for: busy while it lasts, and what came of it, said in the part where it was asked for. */
import { useCallback, useState } from 'react'
import { NotReady } from './this-device.ts'

interface State {
  readonly busy: string | null
  readonly said: string
  readonly error: unknown
}

const NOTHING: State = { busy: null, said: '', error: null }

/** As one part of the page sees it. */
export interface Action extends State {
  /** Nothing is under way, in any part. */
  readonly isFree: boolean
  /** `name`: which button is busy. `what` answers what is told once it is done. */
  act(name: string, what: () => Promise<string>): Promise<void>
}

export function useAction() {
  const [{ part, ...state }, setState] = useState<State & { readonly part: string }>({ ...NOTHING, part: '' })
  /** What came of something is no news once another part was asked for something. */
  const actionOf = (mine: string): Action => ({
    ...(part === mine ? state : NOTHING),
    isFree: state.busy === null,
    async act(name, what) {
      const tell = (news: Partial<State>) => setState({ ...NOTHING, ...news, part: mine })
      tell({ busy: name })
      try {
        tell({ said: await what() })
      } catch (error) {
        tell({ error: error instanceof NotReady ? error.message : error })
      }
    },
  })
  const forget = useCallback(() => setState((now) => (now.busy === null ? { ...NOTHING, part: '' } : now)), [])
  return { actionOf, forget }
}
