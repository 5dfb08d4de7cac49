import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address of the list's pages in the spec; redirects to the list itself (wire.md §4). */
export const Route = createFileRoute('/_in/frontend-admin/productlist')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/frontend-admin/applicationlist', search, replace: true })
  },
})
