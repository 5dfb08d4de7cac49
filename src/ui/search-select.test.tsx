import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { theme } from '#src/theme.ts'
import { announced } from '#tests/page.tsx'
import { SearchSelect } from './SearchSelect.tsx'

const PEOPLE = Array.from({ length: 12 }, (_, at) => `Person ${at}`)

async function open(data: readonly string[], isLoading = false) {
  const user = userEvent.setup()
  render(
    <MantineProvider env="test" theme={theme}>
      <SearchSelect label="Employee" data={data} isLoading={isLoading} />
    </MantineProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Employee' })
  await user.click(field)
  return { user, field }
}
const marked = () => document.querySelector('[data-combobox-selected]')?.textContent

test('Page Down and Page Up go by five, and to the end where that is nearer', async () => {
  const { user, field } = await open(PEOPLE)
  expect(field).toHaveAttribute('placeholder', 'Select...')
  expect(screen.getByRole('listbox')).toHaveStyle({ overflowY: 'auto' })
  await user.keyboard('{ArrowDown}')
  const seen = []
  for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp', 'PageUp', 'PageUp']) {
    await user.keyboard(`{${key}}`)
    seen.push(marked()?.replace('Person ', ''))
  }
  expect(seen).toEqual(['5', '10', '11', '11', '6', '1', '0', '0'])
  // The active option is the one that a screen reader announces and Enter takes.
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')).toHaveTextContent('Person 0')
  await user.keyboard('{PageDown}{Enter}')
  expect(field).toHaveValue('Person 5')
})

test('says that options are loading, and ignores page keys meanwhile', async () => {
  const { user, field } = await open([], true)
  expect(screen.getByText('Loading...')).toBeVisible()
  await user.keyboard('{PageDown}')
  expect(field).toHaveValue('')
})

test('says below the options it has that others are still loading, whatever is typed, and never chooses that', async () => {
  const { user, field } = await open(['No manager'], true)
  const seen = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(seen()).toEqual(['No manager', 'Loading...'])
  await user.keyboard('nora')
  await waitFor(() => expect(seen()).toEqual(['Loading...']))
  await user.keyboard('{Enter}')
  expect(field).toHaveValue('nora')
})

test('says so if no option matches', async () => {
  const { user } = await open(PEOPLE)
  await user.keyboard('nobody of that name')
  expect(await screen.findByText('No options')).toBeVisible()
  await waitFor(() => expect(announced()).toBe('Nothing to choose.'))
})

test('shows the first of many options and says how many more; keys stay among them', async () => {
  const { user } = await open(Array.from({ length: 250 }, (_, at) => `Employee ${at}`))
  const last = () => screen.getAllByRole('option').at(-1)
  expect(screen.getAllByRole('option')).toHaveLength(101)
  expect(last()).toHaveTextContent('150 more. Type a part of the name.')
  expect(last()).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(marked()).toBe('Employee 99')
  await user.keyboard('{PageDown}')
  expect(marked()).toBe('Employee 99')
  await user.keyboard('employee 249')
  await waitFor(() => expect(last()).toHaveTextContent('Employee 249'))
})

test('finds an option without its accents', async () => {
  const { user, field } = await open(['Ann', 'José'])
  await user.keyboard('jose')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(field).toHaveValue('José')
})

test('its label names the field alone; once open, the field names its list', async () => {
  const { user, field } = await open(PEOPLE)
  await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'true'))
  expect(field).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByLabelText('Employee')).toEqual([field]))
  expect(field).toHaveAttribute('aria-expanded', 'false')
})

test('Enter takes the first that fits what was typed, and opened anew it is what is marked', async () => {
  const { user, field } = await open(PEOPLE)
  await user.keyboard('person 1')
  expect(marked()).toBe('Person 1')
  await user.keyboard('1{Enter}')
  expect(field).toHaveValue('Person 11')
  await user.click(field)
  await user.keyboard('{ArrowUp}{Enter}')
  expect(field).toHaveValue('Person 10')
})

test('Enter submits no form while what was typed fits nobody, as it would be sent with the earlier choice', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  render(
    <MantineProvider env="test" theme={theme}>
      <form onSubmit={onSubmit}>
        <SearchSelect label="Employee" data={PEOPLE} defaultValue="Person 3" />
        <button type="submit">Update</button>
      </form>
    </MantineProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Employee' })
  await user.clear(field)
  await user.type(field, 'zzz')
  expect(await screen.findByText('No options')).toBeVisible()
  await user.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  // Once somebody is chosen, Enter submits as in any other field.
  await user.clear(field)
  await user.type(field, 'son 5{Enter}')
  expect(field).toHaveValue('Person 5')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('an erased name is no longer chosen in a clearable field', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn()
  function Chooser({ clearable }: { clearable: boolean }) {
    const [value, setValue] = useState<string | null>('Ann')
    chosen(value)
    return (
      <SearchSelect label="Employee" data={['Ann', 'Bo']} value={value} onChange={setValue} clearable={clearable} />
    )
  }
  for (const [clearable, held, shown] of [
    [true, null, ''],
    [false, 'Ann', 'Ann'],
  ] as const) {
    const { unmount } = render(
      <MantineProvider env="test" theme={theme}>
        <Chooser clearable={clearable} />
      </MantineProvider>,
    )
    const field = screen.getByRole('combobox', { name: 'Employee' })
    await user.clear(field)
    await user.tab()
    expect(field).toHaveValue(shown)
    expect(chosen).toHaveBeenLastCalledWith(held)
    unmount()
  }
})
