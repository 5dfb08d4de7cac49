import { expect, test } from 'vitest'
import { submitMoodReport } from '#contract/apps/mood.ts'
import { callId } from '#contract/call.ts'
import { NEW_ROW, ROW_VERSION, type Row } from '#src/offline/row.ts'
import { bodyOfValues, EMPTY } from './report-values.ts'
import { periodOfRow } from './use-periods.ts'

const refused = (values: Partial<typeof EMPTY>): Row => ({
  ...NEW_ROW,
  seq: 1,
  v: ROW_VERSION,
  key: 'a key',
  userId: 1,
  entity: 'mood:5',
  target: 'mood:5',
  kind: 'mood.submit',
  call: callId(submitMoodReport),
  body: bodyOfValues(
    { ...EMPTY, moraleLevel: 3, stressLevel: 3, workloadLevel: 3, highComment: 'A', lowComment: 'B', ...values },
    5,
    true,
  ),
  about: '2026-02-23 to 2026-03-01',
  occurredAt: '2026-03-01T10:00:00.000Z',
  state: 'rejected',
})

test.each([
  ['a nominee', { nominatedEmployee: '7' }, true],
  ['only a reason for the vote', { nominatedText: 'Always there.' }, true],
  ['no vote', {}, false],
])('a refused report with %s is reopened with the questions it answered', (_, values, isWithVote) => {
  expect(periodOfRow(refused(values))).toEqual({
    _id: 5,
    startDate: '2026-02-23',
    endDate: '2026-03-01',
    isEmployeeOfTheMonthReport: isWithVote,
  })
})
