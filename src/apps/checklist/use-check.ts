/** Checks a task, on one person's checklist or in a list that mixes several people's tasks. */
import { useCallback, useState } from 'react'
import type { UserTask } from '#contract/apps/checklist.ts'
import { type Owner, setChecked } from './changes.ts'

/**
 * For `TaskRow`: `check` resolves to whether the change was kept on the device, and is stable as long as `ownerOf` is.
 * `failure` is the reason the last change was not kept, for an alert above the list.
 */
export function useCheck<Task extends UserTask>(ownerOf: (task: Task) => Owner) {
  const [failure, setFailure] = useState<unknown>(null)
  const check = useCallback(
    (task: Task, isChecked: boolean, repeats?: string): Promise<boolean> => {
      setFailure(null)
      return setChecked({ owner: ownerOf(task), task, isChecked, repeats }).then(
        () => true,
        (problem) => {
          setFailure(problem)
          return false
        },
      )
    },
    [ownerOf],
  )
  return { check, failure }
}
