/** Valid request bodies, which tests spoil in one place. */
import type { CallDeclaration } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** One body for each call that the call would accept. */
export const GOOD: Readonly<Record<string, unknown>> = {
  'POST /api/users/login/': { username: 'nobody@example.com', password: 'not the password' },
  'POST /api/users/register/': { name: 'Eve', email: 'eve@example.com', password: 'long enough' },
  'POST /api/users/registerother/': {
    name: 'Eve',
    email: 'eve@example.com',
    password: 'long enough',
    isAdmin: false,
    cepEmployee: true,
    dept: '',
  },
  'PUT /api/users/profile/update/': { id: 1, name: 'Eve', email: 'eve@example.com', password: 'long enough' },
  'PUT /api/users/update/:id/': {
    _id: 1,
    name: 'Eve',
    email: 'eve@example.com',
    isAdmin: false,
    password: 'long enough',
  },
  'PUT /api/users/myperms/': { empType: 'Everyone' },
  'PUT /api/users/perms/update/:id/': {
    access_onbreak: true,
    onbreak_admin: true,
    access_mood: true,
    mood_admin: true,
    access_etl: true,
    access_reporting: true,
    isCEP: true,
    isCepManager: true,
    isCepDeptManager: true,
    cepManager: 1,
    dept: '',
    isAdmin: true,
  },
  'POST /api/users/perms/create/:id/': { isCEP: true, dept: '' },
  'POST /api/videos/': { title: 'Tour', url: 'https://videos.example/tour', description: '' },
  'PUT /api/videos/:id/': { title: 'Tour', url: 'https://videos.example/tour', description: '' },
  'PUT /api/reporting/analytics/': { url: 'https://bi.example/board' },
  'PUT /api/applications/pins/': { applications: [1] },
  'PUT /api/applications/update/:id/': { _id: 1, name: 'X', urlslug: 'x', image: '', category: '', description: '' },
  'PUT /api/onbreak/update/': { status: false, breakType: 'Lunch', customMessage: 'Soup' },
  'PUT /api/onbreak/update/:id/': { status: false, breakType: 'Lunch', customMessage: 'Soup' },
  'POST /api/onbreak/create/breakdata/': {
    breakType: 'Lunch',
    customMessage: 'Soup',
    clockOutTime: '2026-03-05T12:00:00.000Z',
  },
  'POST /api/onbreak/breaktype/': { breakType: 'Errand' },
  'PUT /api/onbreak/builtintype/': { breakType: 'Lunch', plannedMinutes: 45 },
  'PUT /api/onbreak/breaktype/:id/': { breakType: 'Errand' },
  'PUT /api/checklist/todo/check/:id/': { isChecked: true },
  'POST /api/checklist/employeetodo/': {
    empType: 'Everyone',
    customMessage: 'Badge',
    moreInfo: 'x',
    isOffboarding: false,
  },
  'PUT /api/checklist/employeetodo/:id/': {
    empType: 'Everyone',
    customMessage: 'Badge',
    moreInfo: 'x',
    isOffboarding: false,
    dueDays: 3,
    owner: 'manager',
  },
  'POST /api/checklist/olduser/:id/': { lastDay: '2026-03-31' },
  'PUT /api/checklist/employeetodos/': [{ _id: 1, weight: 0 }],
  'POST /api/checklist/employeetype/': { empType: 'Sales' },
  'PUT /api/checklist/employeetype/:id/': { empType: 'Sales' },
  'PUT /api/etl/action/:id/': { isFixed: true },
  'POST /api/onbreak/displays/token/': { deviceCode: 'a made-up one' },
  'POST /api/onbreak/displays/': { code: 'BCDF-GHJK', name: 'Lobby' },
  'PUT /api/onbreak/displays/:id/': { name: 'Lobby' },
  'POST /api/etl/keys/': { name: 'Airflow', sources: ['shop'] },
  'POST /api/notifications/devices/': {
    endpoint: 'https://push.example/send/1',
    keys: {
      p256dh: 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
      auth: 'a-secret-of-16-bytes-A',
    },
    name: 'Firefox on Linux',
  },
  'PUT /api/notifications/wanted/': { breakOver: true, moodDue: true, tasks: true, etlSources: ['shop'] },
  'PUT /api/versions/:id/': { title: 'March', text: '<p>News</p>' },
  'PUT /api/etl/expectation/': { dataSource: 'shop', taskName: 'load', everyMinutes: 60, graceMinutes: 5 },
  'POST /api/mood/moodreport/': {
    timePeriod: 1,
    moraleLevel: 4,
    moraleComment: '',
    stressLevel: 3,
    stressComment: '',
    workloadLevel: 5,
    workloadComment: '',
    highComment: 'Shipped',
    lowComment: 'Rain',
    extraComment: '',
    nominatedEmployee: null,
    nominatedText: '',
  },
}

/** Calls that ignore unknown fields, as a status object may carry some (wire.md “On break”). */
export const IGNORES_UNKNOWN_FIELDS = new Set([
  'PUT /api/onbreak/update/',
  'PUT /api/onbreak/update/:id/',
  'PUT /api/checklist/employeetodos/',
])
/** Calls that a client of another server makes without a body; `null` counts as none. */
export const ALLOWS_NO_BODY = new Set(['POST /api/checklist/olduser/:id/'])
export const isSession = (call: CallDeclaration) => call.who.tokens.length === 0 || call.who.tokens.includes('session')
export const withBody = calls.filter((call) => typeof call.body === 'object' && isSession(call))
