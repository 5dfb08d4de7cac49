/** A screen below others: the breadcrumb above its title leads to them. */
import type { ReactNode } from 'react'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
import { Page, type PageProps } from './Page.tsx'

interface SubPageProps extends Omit<PageProps, 'breadcrumb'> {
  /** Links to the screens above this one. */
  readonly parents: ReactNode
  /** This screen's name in the breadcrumb, where it is not the title. */
  readonly here?: string
}

export const SubPage = ({ parents, here, ...page }: SubPageProps) => (
  <Page {...page} breadcrumb={<Breadcrumb here={here ?? page.title}>{parents}</Breadcrumb>} />
)
