import { createRootRoute } from '@tanstack/react-router'
import { Root } from '#src/shell/Root.tsx'

export const Route = createRootRoute({ component: Root })
