import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#src/apps/accounts/ProfilePage.tsx'

export const Route = createFileRoute('/_in/profile')({ component: ProfilePage })
