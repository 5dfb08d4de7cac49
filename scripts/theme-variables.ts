/**
 * The theme (src/theme.ts) as the CSS variables that Mantine's components are drawn by, made as the portal is built: each
 * page would make the same ones anew as it starts, twice, for nothing but these.
 */
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { resolver, theme } from '../src/theme.ts'

/** The file whose place they take. */
const FILE = /src\/styles\/theme\.css$/

/** As Mantine itself would write them into the page. */
function variables(): string {
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme, cssVariablesResolver: resolver }))
  const css = /<style data-mantine-styles="true">(.+?)<\/style>/s.exec(html)?.[1]
  if (!css) throw new Error('See scripts/theme-variables.ts: Mantine writes its variables elsewhere.')
  return css
}

export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  enforce: 'pre',
  transform: { filter: { id: FILE }, handler: () => ({ code: variables(), map: null }) },
})
