/** Valid mood report periods and reports for tests. */
import type { DateRange, MoodReport } from '#contract/apps/mood.ts'

export const week = (
  _id: number,
  startDate: string,
  endDate: string,
  isEmployeeOfTheMonthReport = false,
): DateRange => ({
  _id,
  startDate,
  endDate,
  isEmployeeOfTheMonthReport,
})
export const report = (over: Partial<MoodReport>): MoodReport => ({
  _id: 1,
  user: 101,
  name: 'Zoe Adams',
  createdAt: '2024-03-05T12:00:00.000Z',
  timePeriod: 21,
  moraleLevel: 4,
  moraleComment: '',
  stressLevel: 2,
  stressComment: '',
  workloadLevel: 3,
  workloadComment: '',
  highComment: 'the launch',
  lowComment: 'the rain',
  extraComment: '',
  nominatedEmployee: null,
  nominatedEmployeeName: '',
  nominatedText: '',
  manager: null,
  ...over,
})
