/** Runs one action at a time: busy while it lasts, its result shown in the part of the page where it was started. */
import { useCallback, useState } from 'react'
import { NotReady } from './this-device.ts'

interface State {
  readonly busy: string | null
  readonly said: string
  readonly error: unknown
}

const NOTHING: State = { busy: null, said: '', error: null }

/** The action as one part of the page sees it. */
export interface Action extends State {
  /** No action is under way in any part. */
  readonly isFree: boolean
  /** Runs `what`, which returns the sentence to show once it is done. `name`: the button that is busy meanwhile. */
  act(name: string, what: () => Promise<string>): Promise<void>
}

export function useAction() {
  const [{ part, ...state }, setState] = useState<State & { readonly part: string }>({ ...NOTHING, part: '' })
  /** Returns the action of one part. Its result disappears once another part starts something. */
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
