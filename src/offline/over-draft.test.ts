import { expect, test } from 'vitest'
import { overDraft } from './over-draft.ts'

interface Draft {
  high: string
  low: string
}
const EMPTY: Draft = { high: '', low: '' }

/** A device with a draft, and windows that write it. `isFull`: nothing more can be written. */
function device() {
  const disk = { draft: null as Draft | null, isFull: false }
  function openWindow() {
    const form = overDraft<Draft>()
    let shown = disk.draft ?? EMPTY
    return (typed: Partial<Draft>) => {
      const values = { ...shown, ...typed }
      const draft = form.over(values, shown, disk.draft)
      shown = values
      if (disk.isFull) return draft
      disk.draft = draft
      form.wrote(draft)
      return draft
    }
  }
  return { disk, openWindow }
}

test('two windows that write one draft keep what was typed in each', () => {
  const { openWindow } = device()
  const [one, other] = [openWindow(), openWindow()]
  one({ high: 'sun' })
  expect(other({ low: 'rain' })).toEqual({ high: 'sun', low: 'rain' })
  expect(one({ high: 'sun!' })).toEqual({ high: 'sun!', low: 'rain' })
})

test('text erased in the window where it was typed is gone; the other window’s stays', () => {
  const { openWindow } = device()
  const [one, other] = [openWindow(), openWindow()]
  one({ high: 'sun' })
  other({ low: 'rain' })
  expect(other({ low: '' })).toEqual({ high: 'sun', low: '' })
})

test('the other window’s later text stays, even in a field that this window wrote before', () => {
  const { openWindow } = device()
  const one = openWindow()
  one({ high: 'A' })
  const other = openWindow()
  other({ high: 'B' })
  expect(one({ low: 'x' })).toEqual({ high: 'B', low: 'x' })
  expect(one({ low: 'xy' })).toEqual({ high: 'B', low: 'xy' })
  expect(one({ high: 'C' })).toEqual({ high: 'C', low: 'xy' })
  expect(one({ low: 'x' })).toEqual({ high: 'C', low: 'x' })
})

test('on a full device the stored draft is not taken for the other window’s', () => {
  const { disk, openWindow } = device()
  const one = openWindow()
  one({ high: 'A' })
  disk.isFull = true
  one({ high: 'AB' })
  expect(one({ low: 'x' })).toEqual({ high: 'AB', low: 'x' })
})

test('knows for each field of a draft of two windows what it was begun over', () => {
  const { over, merge } = overDraft<Draft>()
  const opened = { high: 'first', low: 'first' }
  over({ high: 'sun', low: 'first' }, opened, { high: 'first', low: 'snow' })
  expect(merge(opened, { high: 'second', low: 'second' })).toEqual({ high: 'first', low: 'second' })
})
