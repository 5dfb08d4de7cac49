/** Status colours mean that somebody is away or late, or that something failed or waits: moods must not use them. */
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MOOD_LINES, MoodLegend } from './MoodLegend.tsx'

const MEANS_SOMETHING = ['available', 'away', 'failed', 'warning', 'waiting'].map((name) => `var(--${name})`)

test('no line of the mood has the colour of a state, and each has dashes of its own', () => {
  expect(MOOD_LINES.filter(({ color }) => MEANS_SOMETHING.includes(color))).toEqual([])
  expect(new Set(MOOD_LINES.map(({ dashes }) => dashes))).toHaveProperty('size', MOOD_LINES.length)
})

test('names the lines in a list beside them', () => {
  render(<MoodLegend />)
  expect(screen.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual(['Morale', 'Stress', 'Workload'])
})
