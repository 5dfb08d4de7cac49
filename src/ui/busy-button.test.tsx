/** The line is lost with what was pressed: the button that waits for it again has the focus once it can be pressed. */
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from '#src/theme.ts'
import { BusyButton } from './BusyButton.tsx'

const drawn = (state: { busy: boolean; disabled?: boolean }) => (
  <MantineProvider theme={theme}>
    <BusyButton {...state}>Update</BusyButton>
    <input aria-label="Name" />
  </MantineProvider>
)

/** As a browser takes it from what is disabled, a moment later and to nowhere. */
function loseFocus(): void {
  const field = document.createElement('input')
  field.addEventListener('focusin', (event) => event.stopPropagation())
  document.body.append(field)
  field.focus()
  field.remove()
}

function press() {
  const { rerender } = render(drawn({ busy: false }))
  const button = screen.getByRole('button', { name: 'Update' })
  button.focus()
  const become = (state: { busy: boolean; disabled?: boolean }) => {
    rerender(drawn(state))
    if (button.matches(':disabled') && document.activeElement === button) loseFocus()
  }
  become({ busy: true })
  expect(button).not.toHaveFocus()
  become({ busy: false, disabled: true })
  return { button, become }
}

test('the focus comes back with the line', () => {
  const { button, become } = press()
  become({ busy: false, disabled: false })
  expect(button).toHaveFocus()
})

test('nor is anybody who has gone on and lost the focus there', () => {
  const { button, become } = press()
  screen.getByLabelText('Name').focus()
  screen.getByLabelText('Name').blur()
  become({ busy: false, disabled: false })
  expect(button).not.toHaveFocus()
})

test('nobody who has gone on meanwhile is called back', () => {
  const { become } = press()
  screen.getByLabelText('Name').focus()
  become({ busy: false, disabled: false })
  expect(screen.getByLabelText('Name')).toHaveFocus()
})
