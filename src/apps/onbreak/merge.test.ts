import { describe, expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { randomOf } from '#tests/random.ts'
import { merge, mergeAll } from './merge.ts'

const message = (userId: number, rev: number | undefined, over: Partial<LiveMessage> = {}): LiveMessage => ({
  userId,
  userName: `Person ${userId}`,
  empType: '',
  status: true,
  breakType: '',
  customMessage: '',
  timeLeft: null,
  rev,
  ...over,
})

describe('a single update', () => {
  test('replaces the entry of the same user in its place', () => {
    const board = [message(1, 1), message(2, 2), message(3, 3)]
    const next = message(2, 4, { status: false })
    expect(merge(board, next)).toEqual([board[0], next, board[2]])
  })
  test('adds a missing person', () => expect(merge([message(1, 1)], message(2, 2))).toHaveLength(2))
  test('is dropped if it is older than the held row', () => {
    const held = message(1, 5, { status: false })
    expect(merge([held], message(1, 4))).toEqual([held])
  })
  test('counts as newer without a rev, as from another server', () => {
    expect(merge([message(1, 5)], message(1, undefined, { status: false }))[0]?.status).toBe(false)
  })
})

describe('a full list', () => {
  test('removes missing people', () =>
    expect(merge([message(1, 1), message(2, 2)], [message(2, 2)])).toEqual([message(2, 2)]))
  test('keeps a newer held row', () => {
    const held = message(1, 9, { status: false })
    expect(merge([held], [message(1, 3), message(2, 4)])).toEqual([held, message(2, 4)])
  })
})

test.each([1, 2, 3, 4, 5])('never goes back in time, in whatever order frames arrive (seed %s)', (seed) => {
  const random = randomOf(seed)
  for (let run = 0; run < 200; run++) {
    const changes = Array.from({ length: 20 }, (_, index) => message(1 + Math.floor(random() * 4), index + 1))
    const newest = new Map(changes.map((change) => [change.userId, change.rev]))
    const shuffled = changes.toSorted(() => random() - 0.5)
    const board = mergeAll([], shuffled)
    expect(new Map(board.map(({ userId, rev }) => [userId, rev]))).toEqual(newest)
    // Merging all frames once more changes nothing.
    expect(mergeAll(board, shuffled)).toEqual(board)
  }
})
