/** One thing at a time that a person asks for: busy while it lasts, and what came of it. */
import { useState } from 'react'
import { NotReady } from './this-device.ts'

interface State {
  readonly busy: string | null
  readonly said: string
  readonly error: unknown
}

const NOTHING: State = { busy: null, said: '', error: null }

export function useAction() {
  const [state, setState] = useState(NOTHING)
  /** `name`: which button is busy. `what` answers what is told once it is done. */
  async function act(name: string, what: () => Promise<string>): Promise<void> {
    setState({ ...NOTHING, busy: name })
    try {
      setState({ ...NOTHING, said: await what() })
    } catch (error) {
      setState({ ...NOTHING, error: error instanceof NotReady ? error.message : error })
    }
  }
  return { ...state, act }
}
