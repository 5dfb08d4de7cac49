import { expect, test } from 'vitest'
import { deviceName } from '#src/lib/push-subscription.ts'
import { contentOf } from './push-message.ts'

const good = { title: 'Mood report due today', body: 'Not sent yet.', tag: 'mood-due', url: '/app/mood-report' }
const NEWS = { title: 'Foyer', body: 'There is something new in the portal.', tag: 'foyer', path: '/' }

test('what the server says is shown', () => {
  const { url: path, ...rest } = good
  expect(contentOf(JSON.stringify(good))).toEqual({ ...rest, path })
})

test.each([null, '', 'plain text', 'null', '7', '[]', '{"title":7,"body":{},"tag":null}', '{"title":"  "}'])(
  'shows something for %j all the same',
  (data) => expect(contentOf(data)).toEqual(NEWS),
)

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 7])(
  'a tap never leads to %j',
  (url) => expect(contentOf(JSON.stringify({ ...good, url })).path).toBe('/'),
)

test('cuts a text that is too long', () => {
  expect(contentOf(JSON.stringify({ ...good, body: 'x'.repeat(5_000) })).body).toHaveLength(300)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl', 'A browser'],
])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
