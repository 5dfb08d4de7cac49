/** A screen below others: the breadcrumb above its title leads to them. */
import type { ReactNode } from 'react'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
import { Page, type PageProps } from './Page.tsx'

interface SubPageProps extends Omit<PageProps, 'breadcrumb'> {
  /** Link to the screen above this one. */
  readonly parent: ReactNode
  /** Link to the screen above that one. Apart from it, as the breadcrumb separates its children only. */
  readonly grandparent?: ReactNode
  /** This screen's name in the breadcrumb, where it is not the title. */
  readonly here?: string
}

export const SubPage = ({ parent, grandparent, here, ...page }: SubPageProps) => (
  <Page
    {...page}
    breadcrumb={
      <Breadcrumb here={here ?? page.title}>
        {grandparent}
        {parent}
      </Breadcrumb>
    }
  />
)
