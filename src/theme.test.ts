/** The colours of variants are the portal's own code: they are those that Mantine would draw with. */
import { DEFAULT_THEME, defaultVariantColorsResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const whole = mergeMantineTheme(DEFAULT_THEME, theme)

test.each(['filled', 'light', 'subtle', 'default'])('%s is drawn as Mantine has it', (variant) => {
  for (const color of ['gray', 'red']) {
    const input = { theme: whole, variant, color }
    expect(whole.variantColorResolver(input)).toEqual(defaultVariantColorsResolver(input))
  }
})

test('what is filled with the accent carries its own ink, also where no colour is said', () => {
  for (const color of [undefined, 'bottle'])
    expect(whole.variantColorResolver({ theme: whole, variant: 'filled', color })).toMatchObject({
      background: 'var(--accent)',
      color: 'var(--on-accent)',
    })
})

test('without a colour the others have the accent’s', () => {
  for (const variant of ['light', 'subtle'])
    expect(whole.variantColorResolver({ theme: whole, variant, color: undefined })).toEqual(
      defaultVariantColorsResolver({ theme: whole, variant, color: 'bottle' }),
    )
})
