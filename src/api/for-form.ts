/** Options of a query for a form's initial values: fetched each time the form opens, never while somebody edits it. */
export const forForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const
