import { createFileRoute } from '@tanstack/react-router'
import { ApplicationFallbackPage } from '#src/apps/applications/ApplicationFallbackPage.tsx'

export const Route = createFileRoute('/_in/app/$')({ component: ApplicationFallbackPage })
