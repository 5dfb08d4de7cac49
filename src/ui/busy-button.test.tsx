/** The connection is lost during a request: the disabled button gets the focus back once it is enabled again. */
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

/** Removes the focus as a browser does from a disabled element: a moment later, without a `focusin` on the document. */
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

test('gets the focus back when the connection is back', () => {
  const { button, become } = press()
  become({ busy: false, disabled: false })
  expect(button).toHaveFocus()
})

test('does not take the focus back after it was lost elsewhere', () => {
  const { button, become } = press()
  screen.getByLabelText('Name').focus()
  screen.getByLabelText('Name').blur()
  become({ busy: false, disabled: false })
  expect(button).not.toHaveFocus()
})

test('does not take the focus from another field', () => {
  const { become } = press()
  screen.getByLabelText('Name').focus()
  become({ busy: false, disabled: false })
  expect(screen.getByLabelText('Name')).toHaveFocus()
})
