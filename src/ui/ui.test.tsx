import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { duration } from '#src/lib/duration.ts'
import { theme } from '#src/theme.ts'
import { announced } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'
import { BackListener } from './BackCloses.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type Column, DataTable, type Sort } from './table/DataTable.tsx'
import { SortBy } from './table/SortBy.tsx'

interface Fruit {
  readonly id: number
  readonly name: string
}

const columns: readonly Column<Fruit>[] = [
  { key: 'id', title: 'ID', cell: ({ id }) => id, sort: (a, b) => a.id - b.id },
  { key: 'name', title: 'Name', cell: ({ name }) => name, sort: (a, b) => a.name.localeCompare(b.name) },
  { key: 'note', title: 'Note', cell: () => '–' },
]

function Table({ rows }: { rows: readonly Fruit[] }) {
  const [sort, setSort] = useState<Sort | null>(null)
  return (
    <DataTable
      label="Fruit"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={setSort}
      empty="No fruit yet."
    />
  )
}

const inProvider = (ui: React.ReactNode) => render(<MantineProvider env="test">{ui}</MantineProvider>)
const filtered = (rows: readonly Fruit[], filter: (fruit: Fruit) => boolean, sort: Sort | null = null) => (
  <MantineProvider env="test">
    <DataTable
      label="Fruit"
      columns={columns}
      rows={rows}
      filter={filter}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={vi.fn()}
      empty="No fruit yet."
    />
  </MantineProvider>
)
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

test('a dialog comes and goes in 300 ms', async () => {
  const question = (opened: boolean) => (
    <MantineProvider theme={theme}>
      <ConfirmDialog opened={opened} name="Pear" prompt="Sure?" action="Eat" onConfirm={vi.fn()} onClose={vi.fn()} />
    </MantineProvider>
  )
  const { rerender } = render(question(false))
  rerender(question(true))
  expect(await screen.findByRole('dialog')).toHaveStyle({ transitionDuration: '300ms' })
})

test('a dialog brings no second banner beside the page’s header', async () => {
  const { container } = render(
    <MantineProvider env="test" theme={theme}>
      <header>Foyer</header>
      <ConfirmDialog opened name="Pear" prompt="Sure?" action="Eat" onConfirm={vi.fn()} onClose={vi.fn()} />
    </MantineProvider>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Pear' })
  expect(within(dialog).queryByRole('banner')).toBeNull()
  expect(within(container).getByRole('banner')).toHaveTextContent('Foyer')
})

test('the page stays out of reach while one of two questions is still open', () => {
  const page = document.createElement('div')
  page.id = 'root'
  document.body.append(page)
  const questions = (isFirst: boolean, isSecond: boolean) => (
    <MantineProvider env="test">
      <ConfirmDialog opened={isFirst} name="Pear" prompt="Sure?" action="Eat" onConfirm={vi.fn()} onClose={vi.fn()} />
      <ConfirmDialog opened={isSecond} name="Fig" prompt="Sure?" action="Eat" onConfirm={vi.fn()} onClose={vi.fn()} />
    </MantineProvider>
  )
  const { rerender } = render(questions(true, true))
  expect(page.inert).toBe(true)
  rerender(questions(true, false))
  expect(page.inert).toBe(true)
  rerender(questions(false, false))
  expect(page.inert).toBe(false)
  page.remove()
})

test('a question listens to the back button while it is open, by whatever knows of one', async () => {
  const onClose = vi.fn()
  const Back = ({ onBack }: { onBack: () => void }) => (
    <button type="button" onClick={onBack}>
      Back
    </button>
  )
  const question = (opened: boolean) => (
    <BackListener value={Back}>
      <MantineProvider env="test">
        <ConfirmDialog opened={opened} name="Pear" prompt="Sure?" action="Eat" onConfirm={vi.fn()} onClose={onClose} />
      </MantineProvider>
    </BackListener>
  )
  const { rerender } = render(question(true))
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(onClose).toHaveBeenCalledOnce()
  rerender(question(false))
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('a table is sorted by its headers, back and forth, and says so', async () => {
  const user = userEvent.setup()
  inProvider(
    <Table
      rows={[
        { id: 2, name: 'Pear' },
        { id: 1, name: 'Apple' },
        { id: 3, name: 'Fig' },
      ]}
    />,
  )
  expect(names()).toEqual(['Pear', 'Apple', 'Fig'])
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(names()).toEqual(['Apple', 'Fig', 'Pear'])
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(names()).toEqual(['Pear', 'Fig', 'Apple'])
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await user.click(screen.getByRole('button', { name: 'ID' }))
  expect(names()).toEqual(['Apple', 'Pear', 'Fig'])
  expect(screen.queryByRole('button', { name: 'Note' })).toBeNull()
})

test('rows kept on top by a column stay there in both directions, even when one changes', () => {
  const isRipe = ({ name }: Fruit) => name.startsWith('Ripe')
  const kept = columns.map((column) => (column.key === 'name' ? { ...column, first: isRipe } : column))
  const table = (rows: readonly Fruit[], sort: Sort) => (
    <MantineProvider env="test">
      <DataTable
        label="Fruit"
        columns={kept}
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={vi.fn()}
        empty="No fruit yet."
      />
    </MantineProvider>
  )
  const many = Array.from({ length: 30 }, (_, at) => `Zest ${at + 10}`)
  const fruit = ['Apple', 'Ripe fig', 'Pear', 'Ripe plum', ...many].map((name, id) => ({ id, name }))
  const { rerender } = render(table(fruit, { key: 'name', descending: false }))
  expect(names().slice(0, 4)).toEqual(['Ripe fig', 'Ripe plum', 'Apple', 'Pear'])
  const back = { key: 'name', descending: true }
  rerender(table(fruit, back))
  expect(names().slice(0, 3)).toEqual(['Ripe plum', 'Ripe fig', 'Zest 39'])
  expect(names().slice(-2)).toEqual(['Pear', 'Apple'])
  // Of many rows, only the changed one is moved.
  rerender(table(fruit.with(2, { id: 2, name: 'Ripe pear' }), back))
  expect(names().slice(0, 4)).toEqual(['Ripe plum', 'Ripe pear', 'Ripe fig', 'Zest 39'])
  rerender(table(fruit, { key: 'id', descending: true }))
  expect(names().slice(0, 1)).toEqual(['Zest 39'])
})

test('on a phone, offers the orders that the table has', async () => {
  onPhone()
  const onSort = vi.fn()
  const field = (sort: Sort | null) => (
    <MantineProvider env="test">
      <SortBy columns={columns} sort={sort} onSort={onSort} />
    </MantineProvider>
  )
  const words = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  const orders = ['ID, ascending', 'ID, descending', 'Name, ascending', 'Name, descending']
  const { rerender } = render(field({ key: 'name', descending: true }))
  const select = screen.getByRole('combobox', { name: 'Sort by' })
  expect(select).toHaveDisplayValue('Name, descending')
  expect(words()).toEqual(orders)
  await userEvent.selectOptions(select, 'ID, descending')
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ key: 'id', descending: true })
  rerender(field({ key: 'weight', descending: false }))
  expect(select).toHaveDisplayValue('Sort by…')
  expect(words()).toEqual(['Sort by…', ...orders])
})

test('keeps the filtered rows in order, even when one of them changes', () => {
  const isRipe = ({ name }: Fruit) => !name.startsWith('Green')
  const fruit = ['Pear', 'Green fig', 'Apple', 'Fig'].map((name, id) => ({ id, name }))
  const table = (rows: readonly Fruit[]) => filtered(rows, isRipe, { key: 'name', descending: false })
  const { rerender } = render(table(fruit))
  expect(names()).toEqual(['Apple', 'Fig', 'Pear'])
  rerender(table(fruit.with(1, { id: 1, name: 'Cherry' }).with(2, { id: 2, name: 'Zucchini' })))
  expect(names()).toEqual(['Cherry', 'Fig', 'Pear', 'Zucchini'])
})

test('an empty table shows its `empty` text', () => {
  inProvider(<Table rows={[]} />)
  expect(screen.getByText('No fruit yet.')).toBeVisible()
})

test('draws more rows once a long list is reached for, until it is searched anew', async () => {
  const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `Fruit ${id}` }))
  const table = (filter: (fruit: Fruit) => boolean) => filtered(rows, filter)
  const drawn = () => screen.getAllByRole('row').length
  const { rerender } = render(table(() => true))
  const few = drawn()
  await userEvent.hover(screen.getByRole('group', { name: 'Fruit' }))
  expect(drawn()).toBeGreaterThan(few)
  rerender(table(({ id }) => id > 0))
  expect(drawn()).toBe(few)
  fireEvent.scroll(screen.getByRole('group', { name: 'Fruit' }))
  expect(drawn()).toBeGreaterThan(few)
})

test('of a thousand rows only those in sight are in the document, and all are counted', () => {
  inProvider(<Table rows={Array.from({ length: 1_000 }, (_, id) => ({ id, name: `Fruit ${id}` }))} />)
  const rows = screen.getAllByRole('row')
  expect(rows.length).toBeLessThan(100)
  // The spacers for the other rows do not count as rows.
  expect(rows.filter(({ childElementCount }) => childElementCount === 0)).toEqual([])
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1001')
})

test('all rows of a long list are drawn for whoever asks, so that the browser’s own search finds them', async () => {
  inProvider(<Table rows={Array.from({ length: 1_000 }, (_, id) => ({ id, name: `Fruit ${id}` }))} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 1,000 rows' }))
  expect(screen.getByText('Fruit 999')).toBeInTheDocument()
  // The pressed button is far below by then.
  expect(screen.getByRole('table')).toHaveFocus()
  await waitFor(() => expect(announced()).toBe('All 1,000 rows are shown.'))
  await userEvent.click(screen.getByRole('button', { name: 'Show only the visible rows' }))
  expect(screen.queryByText('Fruit 999')).toBeNull()
})

test('a short list has all of its rows, and no button to show them', () => {
  inProvider(<Table rows={[{ id: 1, name: 'Apple' }]} />)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('on paper every row is there, before it is laid out', () => {
  inProvider(<Table rows={Array.from({ length: 1_000 }, (_, id) => ({ id, name: `Fruit ${id}` }))} />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText('Fruit 999')).toBeInTheDocument()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText('Fruit 999')).toBeNull()
})

test('asks before an action that cannot be undone', async () => {
  const user = userEvent.setup()
  const done = vi.fn()
  inProvider(
    <ConfirmButton name="Pear" prompt="Are you sure?" action="Delete" onConfirm={done}>
      Remove
    </ConfirmButton>,
  )
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('dialog', { name: 'Pear' })).toHaveTextContent('Are you sure?')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(done).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(done).toHaveBeenCalledOnce()
})

test('a second click or Enter while the question fades out does not repeat the action', async () => {
  const user = userEvent.setup()
  const done = vi.fn()
  render(
    <MantineProvider>
      <ConfirmButton name="Pear" prompt="Are you sure?" action="Delete" onConfirm={done}>
        Remove
      </ConfirmButton>
    </MantineProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.dblClick(await screen.findByRole('button', { name: 'Delete' }))
  expect(done).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Remove' }))
  act(() => screen.getByRole('button', { name: 'Delete' }).focus())
  await user.keyboard('{Enter}{Enter}')
  expect(done).toHaveBeenCalledTimes(2)
})

test.each([
  [0, 'under 1 min'],
  [59_999, 'under 1 min'],
  [60_000, '1 min'],
  [59 * 60_000, '59 min'],
  [65 * 60_000, '1 h 05 min'],
  [24 * 3_600_000, '1 day'],
  [50 * 3_600_000, '2 days'],
  [-5_000, 'under 1 min'],
])('%i ms is “%s”', (milliseconds, text) => expect(duration(milliseconds)).toBe(text))
