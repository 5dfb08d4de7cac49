import { expect, test } from 'vitest'
import { releaseNoteOf } from './release-note.ts'

const about = (...titles: string[]) =>
  releaseNoteOf(
    '1.2.3',
    titles.map((title) => ({ title })),
  )?.title ?? null

test.each([
  '1.2.3',
  'Foyer 1.2.3',
  'v1.2.3',
  'What is new in V1.2.3.',
  '1.2.3: the wall',
  '(1.2.3)',
  'March, 1.2.3, and more',
])('“%s” is about 1.2.3', (title) => expect(about('1.2.2', title)).toBe(title))

test.each(['', '1.2.30', '11.2.3', '0.1.2.3', '1.2.3.4', '1.2.3-beta', '1.2.3+build', '1x2x3', 'Spring'])(
  '“%s” is not',
  (title) => expect(about(title)).toBeNull(),
)

test('returns the first, newest note of several', () => {
  const notes = [
    { id: 2, title: '1.2.3, corrected' },
    { id: 1, title: '1.2.3' },
  ]
  expect(releaseNoteOf('1.2.3', notes)).toEqual(notes[0])
})
