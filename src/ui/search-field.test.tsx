import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SearchField } from './SearchField.tsx'

const onSearch = vi.fn()
const fieldOf = (value: string) => (
  <MantineProvider>
    <SearchField label="Name" value={value} onSearch={onSearch} />
  </MantineProvider>
)
const field = () => screen.getByRole('searchbox', { name: 'Name' })

test('an address that lags behind the typing does not change the field', async () => {
  const { rerender } = render(fieldOf(''))
  await userEvent.type(field(), 'Ada')
  expect(onSearch.mock.calls.map(([text]) => text)).toEqual(['A', 'Ad', 'Ada'])
  rerender(fieldOf('A'))
  expect(field()).toHaveValue('Ada')
  rerender(fieldOf('Ada'))
  expect(field()).toHaveValue('Ada')
})

test('follows an address that was not typed here', async () => {
  const { rerender } = render(fieldOf('Ada'))
  expect(field()).toHaveValue('Ada')
  await userEvent.type(field(), ' L')
  act(() => rerender(fieldOf('Ada L')))
  rerender(fieldOf('Grace'))
  expect(field()).toHaveValue('Grace')
  rerender(fieldOf(''))
  expect(field()).toHaveValue('')
})

test('follows a link to a text that was typed and erased before the address changed', async () => {
  const { rerender } = render(fieldOf(''))
  await userEvent.type(field(), 'A{Backspace}')
  await userEvent.tab()
  rerender(fieldOf('A'))
  expect(field()).toHaveValue('A')
})

test('Enter leaves the field on a touch screen, and not with a physical keyboard', async () => {
  render(fieldOf(''))
  await userEvent.type(field(), 'Ada{Enter}')
  expect(field()).toHaveFocus()
  const { matchMedia } = window
  const glass = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query)
    return query === '(pointer: coarse)' ? Object.defineProperty(list, 'matches', { value: true }) : list
  })
  await userEvent.type(field(), '{Enter}')
  glass.mockRestore()
  expect(field()).not.toHaveFocus()
  expect(field()).toHaveValue('Ada')
})
