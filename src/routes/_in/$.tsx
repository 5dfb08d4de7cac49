import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#src/shell/NotFoundPage.tsx'

export const Route = createFileRoute('/_in/$')({ component: NotFoundPage })
