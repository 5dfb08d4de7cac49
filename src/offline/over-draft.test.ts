import { expect, test } from 'vitest'
import { overDraft } from './over-draft.ts'

const EMPTY = { high: '', low: '' }

test('two windows that write one draft keep what was typed in each', () => {
  const [one, other] = [overDraft<typeof EMPTY>(), overDraft<typeof EMPTY>()]
  let draft = one({ high: 'sun', low: '' }, EMPTY, null)
  draft = other({ high: '', low: 'rain' }, EMPTY, draft)
  expect(draft).toEqual({ high: 'sun', low: 'rain' })
  draft = one({ high: 'sun!', low: '' }, { high: 'sun', low: '' }, draft)
  expect(draft).toEqual({ high: 'sun!', low: 'rain' })
})

test('what is erased where it was typed is gone, and what the other window wrote stays', () => {
  const [one, other] = [overDraft<typeof EMPTY>(), overDraft<typeof EMPTY>()]
  let draft = one({ high: 'sun', low: '' }, EMPTY, null)
  draft = other({ high: '', low: 'rain' }, EMPTY, draft)
  draft = other(EMPTY, { high: '', low: 'rain' }, draft)
  expect(draft).toEqual({ high: 'sun', low: '' })
})
