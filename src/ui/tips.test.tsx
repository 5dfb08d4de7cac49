import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calendarDay } from '#src/lib/time.ts'
import { ClockTime } from './Clock.tsx'
import { Tips } from './Tips.tsx'

const AT = '2026-03-05T10:30:00.000Z'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  render(
    <MantineProvider env="test">
      <ClockTime at={AT} />
      <button type="button" data-tip="Sign out">
        ⏻
      </button>
      <p>Elsewhere</p>
      <Tips />
    </MantineProvider>,
  )
}
const time = () => document.querySelector('time') as HTMLElement
const after = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const point = (target: Element, pointerType = 'mouse') =>
  fireEvent(target, new PointerEvent('pointerover', { bubbles: true, pointerType }))
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null

test('the date of a time comes after 650 ms and goes after 200', () => {
  open()
  point(time())
  after(649)
  expect(shown()).toBeNull()
  after(1)
  expect(shown()).toBe(calendarDay(AT))
  point(screen.getByText('Elsewhere'))
  after(199)
  expect(shown()).toBe(calendarDay(AT))
  after(1)
  expect(shown()).toBeNull()
})

test('it stays while the pointer is on it, also after the gap between', () => {
  open()
  point(time())
  after(650)
  point(screen.getByText('Elsewhere'))
  after(150)
  const tip = screen.getByRole('tooltip')
  // Without this attribute Mantine's style lets the pointer through.
  expect(tip.hasAttribute('data-interactive')).toBe(true)
  point(tip)
  after(5_000)
  expect(shown()).toBe(calendarDay(AT))
  fireEvent.keyDown(document, { key: 'Escape' })
  after(200)
  expect(shown()).toBeNull()
})

test('a screen reader is told the date, where it is not today’s', () => {
  vi.setSystemTime('2026-03-05T12:00:00.000Z')
  open()
  expect(time()).not.toHaveAttribute('aria-description')
  cleanup()
  vi.setSystemTime('2026-03-07T12:00:00.000Z')
  open()
  expect(time()).toHaveAccessibleDescription(calendarDay(AT))
})

test('shows none when the pointer only passes; Escape and a click hide it', () => {
  open()
  const button = screen.getByRole('button')
  point(button)
  after(300)
  point(screen.getByText('Elsewhere'))
  after(1_000)
  expect(shown()).toBeNull()

  for (const leave of [() => fireEvent.keyDown(document, { key: 'Escape' }), () => fireEvent.pointerDown(button)]) {
    point(screen.getByText('Elsewhere'))
    point(button)
    after(400)
    expect(shown()).toBe('Sign out')
    leave()
    after(200)
    expect(shown()).toBeNull()
  }
})

test('a finger’s tap shows it at once, the next one elsewhere hides it', () => {
  open()
  const touch = (target: Element) =>
    fireEvent(target, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  touch(time())
  after(0)
  expect(shown()).toBe(calendarDay(AT))
  touch(screen.getByText('Elsewhere'))
  after(200)
  expect(shown()).toBeNull()
})

test('shows it on keyboard focus, and not when the focus is returned by script', () => {
  open()
  const focus = () => act(() => screen.getByRole('button').focus())
  fireEvent.keyDown(document, { key: 'Enter' })
  focus()
  after(1_000)
  expect(shown()).toBeNull()
  act(() => screen.getByRole('button').blur())
  fireEvent.keyDown(document, { key: 'Tab' })
  focus()
  after(400)
  expect(shown()).toBe('Sign out')
})
