/** A button that creates a draft on the server and opens the screen on which it is filled in. */
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'

interface CreateButtonProps<Draft> {
  readonly name: string
  /**
   * Sends the request. `headers` hold an idempotency key: pressing again after a lost answer creates no second draft.
   */
  readonly create: (headers: Record<string, string>) => Promise<Draft>
  readonly open: (draft: Draft) => Promise<void>
  /** Called with the error of `create` or `open`, and with null when a try begins. */
  readonly onFailure: (problem: unknown) => void
}

export function CreateButton<Draft>({ name, create, open, onFailure }: CreateButtonProps<Draft>) {
  const { online } = useConnection()
  const [keys] = useState(repeatKeys)
  const [isMaking, setMaking] = useState(false)
  async function make(): Promise<void> {
    setMaking(true)
    onFailure(null)
    try {
      const draft = await create(keys.headers('create'))
      keys.forget()
      await open(draft)
    } catch (problem) {
      onFailure(problem)
    } finally {
      setMaking(false)
    }
  }
  return (
    <BusyButton
      leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
      busy={isMaking}
      disabled={!online}
      onClick={() => void make()}
    >
      {name}
    </BusyButton>
  )
}
