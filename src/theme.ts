/** The Mantine theme: one accent, one type scale, and Mantine's variables mapped to the tokens of `styles/tokens.css`. */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  rem,
  type VariantColorResolverResult,
  type VariantColorsResolver,
} from '@mantine/core'

/** Bottle green, from tint to ink. Index 8 is the fill in light mode, the bright index 4 in dark mode. */
const bottle: MantineColorsTuple = [
  '#e3f1ed',
  '#c5e3db',
  '#9dd0c3',
  '#6fbaa8',
  '#58cfb2',
  '#2f917c',
  '#1f7c68',
  '#166b59',
  '#0f5c4d',
  '#0b4a3e',
]

/** Warm charcoal, from text to ground: Mantine's colours of inputs, borders and grounds in dark mode. */
const dark: MantineColorsTuple = [
  '#ece8e1',
  '#c9c5be',
  '#a3a8af',
  '#7b838c',
  '#3a4148',
  '#2e343a',
  '#23282d',
  '#1d2125',
  '#15181b',
  '#101214',
]

/** Paper, from ground to ink: Mantine's colours of inputs, hovers and tracks in light mode. */
const gray: MantineColorsTuple = [
  '#f5f2ed',
  '#f0ece5',
  '#e7e2da',
  '#d8d2c8',
  '#c9c2b6',
  '#a8a196',
  '#857e74',
  '#5f5a52',
  '#3c3833',
  '#23201c',
]

const NO_BORDER = `${rem(1)} solid transparent`

/** Colours of the variant `default`, and of any variant that the portal does not have. */
const plain = (): VariantColorResolverResult => ({
  background: 'var(--mantine-color-default)',
  hover: 'var(--mantine-color-default-hover)',
  color: 'var(--mantine-color-default-color)',
  border: `${rem(1)} solid var(--mantine-color-default-border)`,
})

/**
 * The colours of a component's variant, for a colour of the theme. They equal Mantine's own (theme.test.ts). Variants,
 * shades and free colours that the portal does not use are left out, because their code would load with the first page.
 */
const VARIANTS: Readonly<Record<string, (color: string) => VariantColorResolverResult>> = {
  filled: (color) => ({
    background: `var(--mantine-color-${color}-filled)`,
    hover: `var(--mantine-color-${color}-filled-hover)`,
    color: 'var(--mantine-color-white)',
    border: NO_BORDER,
  }),
  light: (color) => ({
    background: `var(--mantine-color-${color}-light)`,
    hover: `var(--mantine-color-${color}-light-hover)`,
    color: `var(--mantine-color-${color}-light-color)`,
    border: NO_BORDER,
  }),
  subtle: (color) => ({
    background: 'transparent',
    hover: `var(--mantine-color-${color}-light-hover)`,
    color: `var(--mantine-color-${color}-light-color)`,
    border: NO_BORDER,
  }),
}

/** Resolves a variant's colours. A fill with the accent gets the text colour that belongs on it, in both schemes. */
const variantColorResolver: VariantColorsResolver = ({ variant, color = 'bottle' }) => {
  const colors = (VARIANTS[variant] ?? plain)(color)
  return variant === 'filled' && color === 'bottle'
    ? { ...colors, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)' }
    : colors
}

/** Duration of opening and closing, in milliseconds (spec §9); menus and inputs do not use it. */
const duration = 300

export const theme = createTheme({
  components: {
    Modal: { defaultProps: { transitionProps: { duration, transition: 'fade-down' } } },
    Drawer: { defaultProps: { transitionProps: { duration } } },
    // A `header` outside the page's `main` would be a second banner, beside the page's own.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Accordion: { defaultProps: { transitionDuration: duration } },
    Collapse: { defaultProps: { transitionDuration: duration } },
    // A closed list is not in the document, so that a search for a field by its label finds the field alone.
    Combobox: { defaultProps: { keepMounted: false } },
  },
  primaryColor: 'bottle',
  primaryShade: { light: 8, dark: 4 },
  colors: { bottle, dark, gray },
  variantColorResolver,
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // In rem, so that a larger font size set in the browser is respected.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.3', xl: '1.2' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
})

const colorVariables = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-quiet)',
  '--mantine-color-placeholder': 'var(--text-quiet)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--failed)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** Under the pointer a grey button is brighter than its ground in the dark, where Mantine's shade is hardly darker. */
const darkVariables = { ...colorVariables, '--mantine-color-gray-light-hover': 'var(--mantine-color-dark-5)' }

/** Maps Mantine's colour variables to the tokens, in both schemes. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: colorVariables, dark: darkVariables })
