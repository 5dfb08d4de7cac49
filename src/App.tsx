/** The page: provides the theme, the query cache and the router to the screen that the address names. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { useEffect } from 'react'
import { queryClient } from './api/query-client.ts'
import type { Router } from './router.tsx'
import { theme } from './theme.ts'

/** Returns the page's CSP nonce, for the styles that Mantine writes into the page. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// The scroll lock under a dialog writes a style without going through Mantine (mantine#6570).
setNonce(styleNonce())

interface AppProps {
  readonly router: Router
  /** `test` disables transitions. */
  readonly env?: 'default' | 'test'
  /** Called once the first screen is in the document. */
  readonly onDrawn?: () => void
}

export function App({ router, env = 'default', onDrawn }: AppProps) {
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    // The theme's variables come with the styles (scripts/build/theme-variables.ts); its responsive classes are not used.
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      env={env}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
