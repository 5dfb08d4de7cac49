/** The look as Mantine knows it: one accent, one type scale, the tokens of `styles/tokens.css` behind its own names. */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  rem,
  type VariantColorResolverResult,
  type VariantColorsResolver,
} from '@mantine/core'

/** Bottle green, from tint to ink. Index 8 fills in light; dark takes the bright one. */
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

/** Warm charcoal, from text to ground: what Mantine draws dark inputs, borders and grounds with. */
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

/** Paper, from ground to ink: what Mantine draws light inputs, hovers and tracks with. */
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

/** The variant `default`, and any that the portal does not have. */
const plain = (): VariantColorResolverResult => ({
  background: 'var(--mantine-color-default)',
  hover: 'var(--mantine-color-default-hover)',
  color: 'var(--mantine-color-default-color)',
  border: `${rem(1)} solid var(--mantine-color-default-border)`,
})

/**
 * What a component's variant is drawn with, in a colour of the theme. As Mantine has it (theme.test.ts), without the
 * variants, shades and free colours that the portal does not use: their code would come with the first page.
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

/** What is filled with the accent carries the ink that belongs on it, in both schemes. */
const variantColorResolver: VariantColorsResolver = ({ variant, color = 'bottle' }) => {
  const colors = (VARIANTS[variant] ?? plain)(color)
  return variant === 'filled' && color === 'bottle'
    ? { ...colors, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)' }
    : colors
}

/** What opens and closes takes this long (spec §9); menus and what is typed into do not wait for it. */
const duration = 300

export const theme = createTheme({
  components: {
    Modal: { defaultProps: { transitionProps: { duration, transition: 'fade-down' } } },
    Drawer: { defaultProps: { transitionProps: { duration } } },
    Accordion: { defaultProps: { transitionDuration: duration } },
    Collapse: { defaultProps: { transitionDuration: duration } },
    // A list that is closed is not in the document: whoever looks for a field by its label finds the field alone.
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
  // By the root's: who set larger letters in the browser gets them.
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

const ours = {
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

/** Mantine's colours follow the tokens, in both schemes. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours })
