/** Where a screen belongs, above its title: the screens that lead to it as links, then its own name. */
import { Breadcrumbs } from '@mantine/core'
import type { ReactNode } from 'react'

export const Breadcrumb = ({ here, children }: { here: string; children: ReactNode }) => (
  <Breadcrumbs mb="xs" component="nav" aria-label="Breadcrumb">
    {children}
    <span>{here}</span>
  </Breadcrumbs>
)
