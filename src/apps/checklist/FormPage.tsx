/** A narrow page with one form, below the list of checklists. */
import { Breadcrumbs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '#src/shell/Page.tsx'
import card from '#src/ui/Card.module.css'

interface FormPageProps {
  readonly title: string
  /** The list that it belongs to, between the checklists and this page. */
  readonly parent?: ReactNode
  readonly lead?: ReactNode
  readonly children: ReactNode
}

export function FormPage({ title, parent, lead, children }: FormPageProps) {
  return (
    <div className={card.page}>
      <Page
        title={title}
        lead={lead}
        breadcrumb={
          <Breadcrumbs mb="xs" component="nav" aria-label="Breadcrumb">
            <Link to="/app/onboarding">Onboarding</Link>
            {parent}
            <span>{title}</span>
          </Breadcrumbs>
        }
      >
        {children}
      </Page>
    </div>
  )
}
