/** The page: its look, its data and its routes around whatever screen the address names. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { queryClient } from './api/query-client.ts'
import type { Router } from './router.tsx'
import { resolver, theme } from './theme.ts'

/** The build's nonce, for the styles that Mantine writes into the page. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// The scroll lock under a dialog writes a style of its own, past Mantine (mantine#6570).
setNonce(styleNonce())

/** `env`: `test` leaves transitions out. */
export function App({ router, env = 'default' }: { router: Router; env?: 'default' | 'test' }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
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
