/** Options of a query for what a form begins with: read anew each time, and never under somebody's hands. */
export const forForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const
