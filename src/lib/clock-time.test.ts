import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const launch = async () => (await import('./clock-time.ts')).clockTime
const minuteOfTheDay = (minute: number) => new Date(2026, 10, 21, Math.floor(minute / 60), minute % 60).toISOString()

test('writes every minute of the day like the browser’s tables', async () => {
  const clockTime = await launch()
  const format = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
  for (let minute = 0; minute < 1_440; minute += 7) {
    const instant = minuteOfTheDay(minute)
    expect(clockTime(instant)).toBe(format.format(new Date(instant)))
  }
})

test('isolates a right-to-left time from the text around it', async () => {
  const cairo = { hours: Array(24).fill(['٠٣:', ' ص']), minutes: Array(60).fill('٥٩') }
  const of = `${navigator.language} ${navigator.userAgent}`
  localStorage.setItem('portal.dial', JSON.stringify({ of, format: cairo }))
  expect((await launch())(minuteOfTheDay(239))).toBe('\u2068٠٣:٥٩ ص\u2069')
  localStorage.removeItem('portal.dial')
})

test('writes the same in the next launch without the tables', async () => {
  const before = (await launch())(minuteOfTheDay(843))
  vi.resetModules()
  const tables = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new Error('The tables were asked for.')
  })
  expect((await launch())(minuteOfTheDay(843))).toBe(before)
  tables.mockRestore()
})

test('ignores a stored format of another language, and an invalid one', async () => {
  const before = (await launch())(minuteOfTheDay(843))
  for (const kept of [JSON.stringify({ of: 'xx other', hours: [], minutes: [] }), '{', 'null']) {
    vi.resetModules()
    localStorage.setItem('portal.dial', kept)
    expect((await launch())(minuteOfTheDay(843))).toBe(before)
  }
})
