/** The colours of variants come from the portal's own code; these tests compare them with Mantine's. */
import { DEFAULT_THEME, defaultVariantColorsResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const whole = mergeMantineTheme(DEFAULT_THEME, theme)

test.each(['filled', 'light', 'subtle', 'default'])('gives the variant %s Mantine’s own colours', (variant) => {
  for (const color of ['gray', 'red']) {
    const input = { theme: whole, variant, color }
    expect(whole.variantColorResolver(input)).toEqual(defaultVariantColorsResolver(input))
  }
})

test('gives an accent fill its own text colour, also as the default colour', () => {
  for (const color of [undefined, 'bottle'])
    expect(whole.variantColorResolver({ theme: whole, variant: 'filled', color })).toMatchObject({
      background: 'var(--accent)',
      color: 'var(--on-accent)',
    })
})

test('uses the accent in the other variants without a colour', () => {
  for (const variant of ['light', 'subtle'])
    expect(whole.variantColorResolver({ theme: whole, variant, color: undefined })).toEqual(
      defaultVariantColorsResolver({ theme: whole, variant, color: 'bottle' }),
    )
})
