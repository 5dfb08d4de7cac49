/** The breadcrumb above a screen's title: links to the screens above it, then the screen's own name. */
import { Breadcrumbs } from '@mantine/core'
import type { ReactNode } from 'react'

export const Breadcrumb = ({ here, children }: { here: string; children: ReactNode }) => (
  <Breadcrumbs mb="xs" component="nav" aria-label="Breadcrumb">
    {children}
    <span>{here}</span>
  </Breadcrumbs>
)
