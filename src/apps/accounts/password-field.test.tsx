import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordField } from './PasswordField.tsx'

test('describes each visibility toggle by its field, and a label finds the field alone', () => {
  render(
    <MantineProvider>
      <PasswordField label="New Password" />
      <PasswordField label="Confirm Password" />
    </MantineProvider>,
  )
  const [first, second] = screen.getAllByRole('button', { name: 'Show what is typed' })
  expect(first).toHaveAccessibleDescription('New Password')
  expect(second).toHaveAccessibleDescription('Confirm Password')
  expect(screen.getByLabelText(/New Password/)).toHaveAttribute('type', 'password')
})
