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

test('of a draft of two windows it is known what each part was begun over', () => {
  const over = overDraft<typeof EMPTY>()
  const opened = { high: 'first', low: 'first' }
  over({ high: 'sun', low: 'first' }, opened, null)
  expect(over(opened, opened, { high: 'second', low: 'second' })).toEqual({ high: 'first', low: 'second' })
})
