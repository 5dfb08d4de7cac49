import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address that the spec gives the list's pages; the list itself lives beside it (wire.md §4). */
export const Route = createFileRoute('/_in/frontend-admin/productlist')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/frontend-admin/applicationlist', search, replace: true })
  },
})
