/** The query for the departments, shared by every form that offers them. */
import { queryOptions } from '@tanstack/react-query'
import { listDepartments } from '#contract/apps/checklist.ts'
import { send } from './call.ts'

export const departments = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => send(listDepartments, { signal }),
  meta: { persist: true },
})
