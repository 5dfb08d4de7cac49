import { describe, expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { EM } from './layout.ts'
import { detailsFit, fitOf, headingFit } from './name-fit.ts'
import { evenShrink } from './row-fit.ts'

const LONGEST = 'Maximiliane Wolkenstein-Trostburg von und zu Hohenlinden'

describe('a name', () => {
  test.each([
    ['Bo', 10, { lines: 1, shrink: 1 }],
    ['Maximiliane Schwarzenberg', 14, { lines: 2, shrink: 1 }],
    ['Zoë Müller-Lüdenscheidt', 9.3, { lines: 2, shrink: 1 }],
    ['Siobhán García-Márquez', 8.6, { lines: 2, shrink: 0.85 }],
    [LONGEST, 14, { lines: 3, shrink: 1 }],
    [LONGEST, 9.3, { lines: 4, shrink: 0.7 }],
    ['MAXIMILIAN SCHWARZMÜLLER', 9.3, { lines: 2, shrink: 0.85 }],
    ['Wolfeschlegelstein', 9.3, { lines: 1, shrink: 0.7 }],
    ['Wolfeschlegelsteinhausenbergerdorff', 9.3, { lines: 2, shrink: 0.7 }],
    // What follows a broken word needs lines of its own.
    ['Venkatanarasimharajuvaripeta Srinivasan', 7, { lines: 3, shrink: 0.7 }],
    ['Hubert Wolfeschlegelsteinhausenbergerdorff Senior', 9.3, { lines: 4, shrink: 0.7 }],
  ])('%s in %d is on %o', (name, width, fit) => {
    expect(fitOf(name, width, false)).toMatchObject({ ...fit, isCut: false })
  })
  test('shrinks a little instead of taking a second line when there is little room', () => {
    const name = 'Maximiliane Schwarzenberg'
    expect(fitOf(name, 15, true)).toMatchObject({ lines: 1, shrink: 0.85 })
    expect(fitOf(name, 10, true)).toEqual(fitOf(name, 10, false))
  })
  test('is as high as the lines it takes', () => {
    expect(fitOf('Katarzyna Featherstonehaugh', 7.7, false)).toMatchObject({ lines: 2, height: 2 * 0.6 })
  })
  test('is cut as the last resort, and takes no room for the hidden part', () => {
    expect(fitOf('x'.repeat(150), 10, false)).toEqual({ lines: 1, height: 1, shrink: 0.6, isCut: true })
    expect(fitOf(LONGEST, 4, false)).toMatchObject({ lines: 5, shrink: 0.6, isCut: true })
  })
})

test('fits a department on one line, a little smaller if needed, and a longer one on two', () => {
  const width = EM.column / EM.headingText
  expect(headingFit('Finance', width)).toEqual({ lines: 1, shrink: 1, isBroken: false })
  expect(headingFit('Finanz und Rechnungswesen', width)).toEqual({ lines: 1, shrink: 0.85, isBroken: false })
  expect(headingFit('Research and Development of Furniture', width)).toMatchObject({ lines: 2, isBroken: false })
  const longer = 'Research, Development and Long-term Infrastructure Planning (EMEA)'
  expect(headingFit(longer, width)).toEqual({ lines: 2, shrink: 0.6, isBroken: false })
  expect(headingFit('Donaudampfschifffahrtsgesellschaftskapitän', width)).toMatchObject({ lines: 2, isBroken: true })
})

describe('why, since when and for how long', () => {
  const width = EM.column / EM.detailsText
  test.each([
    ['Lunch', '12:05', { typeLines: 0, shrink: 1 }],
    ['Dentist', '12:05', { typeLines: 0, shrink: 0.85 }],
    ['Appointment', '01:52 AM', { typeLines: 1, shrink: 1 }],
    ['Company Training', '01:52 AM', { typeLines: 1, shrink: 1 }],
    ['Parental leave until further notice', '12:14', { typeLines: 1, shrink: 0.7 }],
    ['Parental leave until further notice, with a certificate', '12:14', { typeLines: 2, shrink: 0.85 }],
  ])('%s · %s stands so: %o', (type, left, fit) => {
    expect(detailsFit(type, left, width, false)).toEqual(fit)
  })
  test('stands smaller on one line when there is little room', () => {
    expect(detailsFit('Appointment', '01:52 AM', width, true)).toEqual({ typeLines: 0, shrink: 0.7 })
  })
})

test('makes all names of a page as small as the smallest, unless that is far smaller than the rest', () => {
  const named = (userName: string) => ({ userName, breakType: 'Lunch', timeLeft: null }) as LiveMessage
  const even = (...names: string[]) => evenShrink(names.map(named), 9.3, false)
  expect(even()).toBe(1)
  expect(even('Bo', 'Zoë Müller-Lüdenscheidt')).toBe(1)
  expect(even('Bo', 'MAXIMILIAN SCHWARZMÜLLER')).toBe(0.85)
  expect(even('Bo', LONGEST)).toBe(0.85)
})
