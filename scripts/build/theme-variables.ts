/**
 * A build plugin that writes the theme (src/theme.ts) as CSS variables for Mantine's components. Without it each page
 * would generate the same variables at its start, twice.
 */
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { resolver, theme } from '../../src/theme.ts'

/** The file that is replaced by the variables. */
const FILE = /src\/styles\/theme\.css$/

/** Returns the variables as Mantine itself would write them into the page. */
function variables(): string {
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme, cssVariablesResolver: resolver }))
  const css = /<style data-mantine-styles="true">(.+?)<\/style>/s.exec(html)?.[1]
  if (!css) throw new Error('See scripts/build/theme-variables.ts: Mantine writes its variables elsewhere.')
  return css
}

export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  enforce: 'pre',
  transform: { filter: { id: FILE }, handler: () => ({ code: variables(), map: null }) },
})
