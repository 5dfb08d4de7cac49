/** Checking a task where it is shown, on one person's checklist or among several. */
import { useCallback, useState } from 'react'
import type { UserTask } from '#contract/apps/checklist.ts'
import { type Owner, setChecked } from './changes.ts'

/**
 * For `TaskRow`: `check` answers whether it is kept, and stays the same function as long as `ownerOf` does; `failure`, for an
 * alert above the list, is why the last one was not.
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
