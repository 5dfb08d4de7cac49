/** Deletes a user for good, once the admin has confirmed. */
import { useState } from 'react'
import { deleteUser, type UserListItem } from '#contract/apps/accounts.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { users } from './queries.ts'

const NOBODY: ReadonlySet<number> = new Set()

interface State {
  /** The refusal, or the reason for the missing response. */
  readonly error?: unknown
  /** Id of the user who was deleted last. */
  readonly gone?: number
}

export function useDeleteUser() {
  const [state, setState] = useState<State>({})
  /** Ids of the users whose deletion is under way. */
  const [going, setGoing] = useState(NOBODY)

  /** Returns whether the user was deleted. */
  async function remove({ _id }: UserListItem): Promise<boolean> {
    setState({})
    setGoing((before) => new Set([...before, _id]))
    try {
      await sendDeletion(deleteUser, _id)
      queryClient.setQueryData(users.list.queryKey, (list) => list?.filter((user) => user._id !== _id))
      // Of several at once: the refusal of another one stays.
      setState((now) => (now.error ? now : { gone: _id }))
      return true
    } catch (error) {
      setState({ error })
      return false
    } finally {
      setGoing((before) => new Set([...before].filter((id) => id !== _id)))
      void queryClient.invalidateQueries({ queryKey: users.key })
    }
  }
  /** Clears “deleted” once the admin looks for something else. */
  const forgetGone = () => setState((now) => (now.gone === undefined ? now : {}))
  return { remove, going, forgetGone, ...state }
}
