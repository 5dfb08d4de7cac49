import { describe, expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { timingOf } from './timing.ts'

const NOW = '2026-03-05T12:00:00.000Z'

describe('the time of a change (occurredAt) is', () => {
  test.each([
    ['now, when nothing is said', {}, NOW],
    ['as it is said', { 'occurred-at': '2026-03-05T11:00:00.000Z' }, '2026-03-05T11:00:00.000Z'],
    ['in any zone', { 'occurred-at': '2026-03-05T12:30:00+01:00' }, '2026-03-05T11:30:00.000Z'],
    ['now, when only the leaving is said', { 'sent-at': '2020-01-01T00:00:00.000Z' }, NOW],
    [
      'by the difference, of a clock that is late',
      { 'occurred-at': '2020-01-01T00:00:00Z', 'sent-at': '2020-01-01T00:10:00Z' },
      '2026-03-05T11:50:00.000Z',
    ],
    [
      'by the difference, of a clock that is early',
      { 'occurred-at': '2030-01-01T00:00:00Z', 'sent-at': '2030-01-01T01:00:00.500Z' },
      '2026-03-05T10:59:59.500Z',
    ],
    ['never in the future', { 'occurred-at': '2026-03-05T12:00:00.001Z' }, NOW],
    ['never after it was sent', { 'occurred-at': '2020-01-01T00:10:00Z', 'sent-at': '2020-01-01T00:00:00Z' }, NOW],
    ['14 days back', { 'occurred-at': '2026-02-19T12:00:00.000Z' }, '2026-02-19T12:00:00.000Z'],
    ['and no further', { 'occurred-at': '2026-02-19T11:59:59.999Z' }, '2026-02-19T12:00:00.000Z'],
    [
      'however far',
      { 'occurred-at': '0001-01-01T00:00:00Z', 'sent-at': '9999-12-31T23:59:59Z' },
      '2026-02-19T12:00:00.000Z',
    ],
  ])('%s', (_, headers, expected) => expect(timingOf(headers, NOW).occurredAt).toBe(expected))

  test.each([
    'yesterday',
    '2026-03-05',
    '2026-03-05T11:00:00',
    '2026-13-05T11:00:00Z',
    '2026-02-30T11:00:00Z',
    '1741176000000',
    '2026-03-05T25:00:00Z',
    '2026-03-04T24:00:00Z',
    ' ',
    '',
  ])('refused with 400 for “%s”', (value) => {
    for (const name of ['Occurred-At', 'Sent-At'])
      expect(() => timingOf({ [name.toLowerCase()]: value }, NOW)).toThrow(new Problem(400, `${name} is not a time.`))
  })
})

describe('the base revision (Base-Rev)', () => {
  test.each([
    [undefined, null],
    ['0', 0],
    ['17', 17],
    ['-1', -1],
  ])('%s is read as %s', (value, expected) => expect(timingOf({ 'base-rev': value }, NOW).baseRev).toBe(expected))

  test.each(['', 'x', '1.5', '1e3', '0x10', '17, 18', '9'.repeat(16)])('“%s” is refused with 400', (value) =>
    expect(() => timingOf({ 'base-rev': value }, NOW)).toThrow(new Problem(400, 'Base-Rev is not an integer.')),
  )
})
