import { expect, test, vi } from 'vitest'
import { draftOf, dropDraft, forgetDrafts, hasDrafts, saveDraft } from './drafts.ts'
import { forgetOldDrafts } from './old-drafts.ts'

const ADA = 1
const GRACE = 11

test('a draft is kept for its person and its subject, until it is dropped', () => {
  expect(saveDraft(ADA, 'mood:7', { high: 'a good week' })).toBe(true)
  expect(draftOf(ADA, 'mood:7')).toEqual({ high: 'a good week' })
  expect([draftOf(ADA, 'mood:8'), draftOf(GRACE, 'mood:7')]).toEqual([null, null])
  dropDraft(ADA, 'mood:7')
  expect(draftOf(ADA, 'mood:7')).toBeNull()
})

test('a sign-out deletes the person’s own drafts and nobody else’s', () => {
  for (const who of [ADA, GRACE]) saveDraft(who, 'mood:7', 'mine')
  expect([hasDrafts(ADA), hasDrafts(111)]).toEqual([true, false])
  forgetDrafts(ADA)
  expect([hasDrafts(ADA), hasDrafts(GRACE)]).toEqual([false, true])
  expect([draftOf(ADA, 'mood:7'), draftOf(GRACE, 'mood:7')]).toEqual([null, 'mine'])
})

test('deletes drafts that nobody came back to, and those that cannot be read', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  saveDraft(ADA, 'mood:7', 'old')
  vi.setSystemTime(Date.parse('2026-02-02T00:00:00Z'))
  saveDraft(ADA, 'mood:8', 'recent')
  localStorage.setItem('portal.draft:1:broken', '{')
  vi.setSystemTime(Date.parse('2026-02-10T00:00:00Z'))
  forgetOldDrafts()
  expect(Object.keys(localStorage)).toEqual(['portal.draft:1:mood:8'])
  vi.useRealTimers()
})

test('reports that a store refuses the draft, without throwing', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem: refuse, getItem: refuse })
  expect(saveDraft(ADA, 'mood:7', 'x')).toBe(false)
  expect(draftOf(ADA, 'mood:7')).toBeNull()
  vi.unstubAllGlobals()
})

test('keeps a draft on a device whose clock restarts at 1970', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-05T12:00:00Z') })
  saveDraft(ADA, 'mood:7', 'half a report')
  vi.setSystemTime(Date.parse('1970-01-01T00:01:00Z'))
  forgetOldDrafts()
  vi.setSystemTime(Date.parse('2026-03-05T13:00:00Z'))
  expect(draftOf(ADA, 'mood:7')).toBe('half a report')
  vi.useRealTimers()
})

test('keeps a draft written before the clock was set, and counts its age from now', () => {
  vi.useFakeTimers({ now: Date.parse('2015-01-01T00:01:00Z') })
  saveDraft(ADA, 'mood:7', 'half a report')
  vi.setSystemTime(Date.parse('2026-03-05T12:00:00Z'))
  forgetOldDrafts()
  expect(draftOf(ADA, 'mood:7')).toBe('half a report')
  vi.setSystemTime(Date.parse('2026-05-05T12:00:00Z'))
  forgetOldDrafts()
  expect(draftOf(ADA, 'mood:7')).toBeNull()
  vi.useRealTimers()
})
