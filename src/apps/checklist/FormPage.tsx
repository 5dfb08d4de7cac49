/** Layout of a narrow page with one form, below Onboarding in the breadcrumb. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SubPage } from '#src/screen/SubPage.tsx'
import card from '#src/ui/Card.module.css'

interface FormPageProps {
  readonly title: string
  /** Link to the list this page belongs to; the breadcrumb shows it between Onboarding and this page. */
  readonly parent?: ReactNode
  readonly lead?: ReactNode
  readonly children: ReactNode
}

const onboarding = <Link to="/app/onboarding">Onboarding</Link>

export function FormPage({ parent, ...page }: FormPageProps) {
  return (
    <div className={card.page}>
      <SubPage {...page} grandparent={parent && onboarding} parent={parent ?? onboarding} />
    </div>
  )
}
