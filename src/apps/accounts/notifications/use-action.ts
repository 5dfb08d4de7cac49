/** Runs one action at a time: busy while it lasts, its result shown in the part of the page where it was started. */
import { useCallback, useState } from 'react'
import { NotReady } from './this-device.ts'

interface State {
  readonly busy: string | null
  readonly outcome: string
  readonly error: unknown
}

const NOTHING: State = { busy: null, outcome: '', error: null }

/** The action as one part of the page sees it. */
export interface Action extends State {
  /** No action is under way in any part. */
  readonly isFree: boolean
  /** Runs `work`, which returns the sentence to show once it is done. `name`: the button that is busy meanwhile. */
  act(name: string, work: () => Promise<string>): Promise<void>
}

export function useAction() {
  const [{ part, ...state }, setState] = useState<State & { readonly part: string }>({ ...NOTHING, part: '' })
  /** Returns the action of one part. Its result disappears once another part starts something. */
  const actionOf = (mine: string): Action => ({
    ...(part === mine ? state : NOTHING),
    isFree: state.busy === null,
    async act(name, work) {
      const show = (news: Partial<State>) => setState({ ...NOTHING, ...news, part: mine })
      show({ busy: name })
      try {
        show({ outcome: await work() })
      } catch (error) {
        show({ error: error instanceof NotReady ? error.message : error })
      }
    },
  })
  const forget = useCallback(() => setState((now) => (now.busy === null ? { ...NOTHING, part: '' } : now)), [])
  return { actionOf, forget }
}
