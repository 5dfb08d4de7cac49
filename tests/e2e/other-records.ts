/** The records of the other server (other-server.ts), with exactly the fields that section 3 of the spec names. */

// biome-ignore lint/suspicious/noExplicitAny: a server that knows nothing of our contract has none of its types either
export type anything = any

const DAY_MS = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
/** An instant in Python's notation. */
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().replace('Z', '456+00:00')

const NO_RIGHTS = {
  access_onbreak: false,
  onbreak_admin: false,
  access_mood: false,
  mood_admin: false,
  access_etl: false,
  access_reporting: false,
  isCEP: false,
  isCepManager: false,
  isCepDeptManager: false,
  empType: null as string | null,
  myManager: null as number | null,
  changed_password: true,
}
const ALL_RIGHTS = Object.fromEntries(Object.keys(NO_RIGHTS).map((name) => [name, true]))

export type Records = ReturnType<typeof sampleRecords>

/** Makes records with five people in the roles of the spec; everybody's password is `foyer-demo`. */
export function sampleRecords() {
  const users: anything[] = []
  const register = (person: object, rights: object = {}) => {
    const _id = users.length + 1
    const permissions = { ...NO_RIGHTS, changed_password: false, ...rights }
    const user = { _id, isAdmin: false, password: 'foyer-demo', token: `token-${_id}`, ...person, permissions }
    users.push(user)
    return user
  }
  const staff = { access_onbreak: true, access_mood: true, isCEP: true, changed_password: true }
  const boss = { ...ALL_RIGHTS, empType: 'Office', myManager: null }
  register({ name: 'Ada Admin', email: 'ada@other.example', isAdmin: true }, boss)
  register({ name: 'Eve Employee', email: 'eve@other.example' }, { ...staff, empType: 'Depot', myManager: 3 })
  register({ name: 'Max Manager', email: 'max@other.example' }, { ...staff, isCepManager: true, empType: 'Depot' })
  register(
    { name: 'Mia Mood', email: 'mia@other.example' },
    { access_mood: true, mood_admin: true, changed_password: true },
  )
  register({ name: 'Ned New', email: 'ned@other.example' }, { access_onbreak: true })
  const breaks: anything[] = users.slice(0, 3).map(({ _id, name, permissions }) => ({
    user: _id,
    userName: name,
    empType: permissions.empType,
    status: _id !== 3,
    breakType: _id === 3 ? 'Lunch' : null,
    customMessage: null,
    clockOutTime: _id === 3 ? ago(0.01) : null,
  }))
  const slugs = ['onbreak', 'mood-report', 'etl', 'onboarding', 'reporting', 'api-docs', 'server-status', 'vid']
  const applications: anything[] = slugs.map((urlslug, index) => ({
    _id: index + 1,
    name: `App ${urlslug}`,
    urlslug,
    image: index === 0 ? '/icons/favicon-64.png' : null,
    category: null,
    description: null,
    hardId: index + 1,
  }))
  const todos: anything[] = ['Badge', 'Laptop', 'Keys'].map((customMessage, weight) => ({
    _id: weight + 1,
    empType: weight === 2 ? 'Depot' : 'Everyone',
    customMessage,
    moreInfo: 'See https://wiki.other.example/ for more.',
    isOffboarding: weight === 2,
    weight,
  }))
  const run = (_id: number, isSuccessful: boolean, isFixed = false) => ({
    _id,
    isSuccessful,
    isFixed,
    dataSource: 'shop',
    tableName: 'orders',
    taskName: `load ${_id}`,
    createdAt: ago(7 - _id),
  })
  const report = (_id: number, by: string) => ({
    _id,
    name: by,
    createdAt: ago(_id),
    moraleLevel: 4,
    moraleComment: 'Fine.',
    stressLevel: 2,
    stressComment: null,
    workloadLevel: 3,
    workloadComment: '',
    highComment: `High of ${by}`,
    lowComment: 'Low.',
    extraComment: null,
    nominatedEmployeeName: _id === 1 ? 'Ada Admin' : null,
    nominatedText: _id === 1 ? 'Helps everybody.' : null,
    manager: { user: 3, empType: 'Depot' },
  })
  return {
    users,
    register,
    breaks,
    applications,
    todos,
    tasks: todos
      .slice(0, 2)
      .map((todo, index) => ({ ...todo, _id: index + 1, user: 5, isChecked: false }))
      .reverse() as anything[],
    departments: ['Everyone', 'Office', 'Depot'].map((empType, index) => ({ _id: index + 1, empType })) as anything[],
    breakTypes: [{ _id: 1, breakType: 'Dentist' }],
    log: [] as anything[],
    // The spec shows neither the fields of a table nor what is in the lists of a source.
    tables: [{ _id: 1, title: 'orders', source: 1 }],
    sources: [
      { _id: 1, name: 'shop', description: 'The shop.', totalTables: [{ _id: 1 }, { _id: 2 }], totalSteps: [1] },
    ],
    runs: [run(6, true), run(5, false), run(4, false, true), run(3, true)] as anything[],
    versions: [
      { _id: 1, title: 'First', text: '<p>It <strong>begins</strong>.</p>', createdAt: ago(30) },
      { _id: 2, title: 'Second', text: '<p>More.</p>', createdAt: ago(1) },
    ] as anything[],
    periods: [
      { _id: 1, startDate: dayAgo(13), endDate: dayAgo(7), isEmployeeOfTheMonthReport: true },
      { _id: 2, startDate: dayAgo(6), endDate: dayAgo(0), isEmployeeOfTheMonthReport: false },
    ] as anything[],
    sent: [] as anything[],
    reports: [report(1, 'Eve Employee'), report(2, 'Mia Mood')] as anything[],
  }
}
