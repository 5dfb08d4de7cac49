/** The people of the sample company: names, departments and permissions. Pure; the same for the same seed. */
import type { FlagName } from '#contract/who.ts'
import type { Random } from './random.ts'

export const DEPARTMENTS = ['Customer Care', 'Sales', 'Engineering', 'Finance', 'People & Culture'] as const
type DepartmentName = (typeof DEPARTMENTS)[number]

export interface Person {
  readonly name: string
  readonly email: string
  readonly department: DepartmentName
  readonly isAdmin: boolean
  readonly flags: readonly FlagName[]
  /** Index of the manager in the list of people. */
  readonly manager: number | null
  readonly changedPassword: boolean
  readonly deactivated: boolean
  /** Whether the person is one of the roles that every company has. */
  readonly isRole: boolean
  /** What this sign-in is useful for, in a few words. */
  readonly what: string
}

const STAFF: readonly FlagName[] = ['isCEP', 'access_onbreak', 'access_mood']

interface Role {
  readonly name: string
  readonly department: DepartmentName
  readonly what: string
  readonly flags: readonly FlagName[]
  readonly isAdmin?: true
  readonly mustChange?: true
  readonly deactivated?: true
}

/** The people that every company has, whatever its size. Some names test how much a screen can take. */
const ROLES: readonly [Role, ...Role[]] = [
  {
    name: 'Ines Okafor',
    department: 'People & Culture',
    what: 'admin, and every permission',
    isAdmin: true,
    flags: [...STAFF, 'onbreak_admin', 'mood_admin', 'access_etl', 'access_reporting'],
  },
  { name: 'Tom Baker', department: 'Engineering', what: 'admin without any permission', isAdmin: true, flags: [] },
  { name: 'Nora Lindqvist', department: 'Customer Care', what: 'manager', flags: [...STAFF, 'isCepManager'] },
  {
    name: 'Jürgen Weiß',
    department: 'Sales',
    what: 'department manager',
    flags: [...STAFF, 'isCepManager', 'isCepDeptManager'],
  },
  { name: 'Dylan Reyes', department: 'Engineering', what: 'manager', flags: [...STAFF, 'isCepManager', 'access_etl'] },
  {
    name: 'Céline Dubois',
    department: 'Finance',
    what: 'department manager',
    flags: [...STAFF, 'isCepDeptManager', 'access_reporting'],
  },
  { name: 'Amara Nwosu', department: 'Customer Care', what: 'board admin', flags: [...STAFF, 'onbreak_admin'] },
  { name: 'Haruki 佐藤', department: 'People & Culture', what: 'mood admin', flags: [...STAFF, 'mood_admin'] },
  { name: 'Grace Miller', department: 'Customer Care', what: 'staff', flags: STAFF },
  {
    name: 'Maximiliane Wolkenstein-Trostburg von und zu Hohenlinden',
    department: 'Customer Care',
    what: 'staff with a long name',
    flags: STAFF,
  },
  {
    name: 'Øyvind Ægir Þórsson',
    department: 'Engineering',
    what: 'staff who watches the runs',
    flags: [...STAFF, 'access_etl'],
  },
  {
    name: 'Zoë Šimůnková',
    department: 'Finance',
    what: 'staff who reads the reporting',
    flags: [...STAFF, 'access_reporting'],
  },
  { name: 'Lea Novak', department: 'Sales', what: 'new, must set a password first', flags: STAFF, mustChange: true },
  { name: 'Piotr Zając', department: 'Sales', what: 'without any permission', flags: [] },
  { name: 'Oscar Hill', department: 'Sales', what: 'deactivated, cannot sign in', flags: [], deactivated: true },
]

const words = (text: string) => text.trim().split(/\s+/) as [string, ...string[]]

const FIRST = words(`
  Aisha Alma Anton Bea Björn Carla Chidi Clara Davíd Elif Emil Enzo Fatima Felix Frida Gwen Hana Hugo Ida Igor
  Jana Jonas José Kaia Karim Lena Liam Lucía Mads Maya Mei Mira Nadia Noah Olga Omar Paula Pavel Quinn Rosa
  Ruben Sami Selma Sofía Tariq Theo Uma Vera Viktor Wanda Xenia Yara Yusuf Zeynep
`)

const LAST = words(`
  Adler Albrecht Andersen Bauer Becker Bianchi Brandt Castillo Chen Costa Demir Dvořák Eriksen Fischer Fontaine
  García Graf Haddad Hansen Horvat Ibrahim Ivanova Jensen Kaya Keller Kim Kowalska Kumar Larsen Lopez Marek
  Martin Mensah Moreau Müller Nguyen Nilsson Olsen Ortiz Park Peters Petrov Quist Rossi Roth Santos Schmidt
  Silva Singh Sørensen Tanaka Torres Urban Vogel Wagner Walsh Weber Yilmaz Young Zhang
`)

const LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', þ: 'th', ß: 'ss', ł: 'l', ð: 'd' }

/** Makes an address from a name: `Jürgen Weiß` → `jurgen.weiss@…`. Plain letters, so that every address can be typed. */
function addressOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[øæþßłð]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z]+/)
    .filter(Boolean)
  const base = [plain[0], plain.length > 1 ? plain.at(-1) : undefined].filter(Boolean).join('.')
  let email = `${base}@foyer.example`
  for (let count = 2; taken.has(email); count++) email = `${base}.${count}@foyer.example`
  return email
}

const isManager = ({ flags }: Role) => flags.includes('isCepManager') || flags.includes('isCepDeptManager')

/** Returns the index of the department's manager; without one, of the first manager of all. */
function managerFor(department: DepartmentName): number {
  const own = ROLES.findIndex((role) => isManager(role) && role.department === department)
  return own >= 0 ? own : ROLES.findIndex(isManager)
}

function staffMember(random: Random, index: number): Role {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)]
  // In large companies some people share first and last name; an initial distinguishes most of them.
  const initial = random.chance(index / 4_000) ? ` ${String.fromCharCode(65 + random.between(0, 25))}.` : ''
  const takesBreaks = random.chance(0.9)
  return {
    name: `${first}${initial} ${last}`,
    department: random.pick(DEPARTMENTS),
    what: takesBreaks ? 'staff' : 'staff, not on the board',
    flags: takesBreaks ? STAFF : ['isCEP', 'access_mood'],
  }
}

/** Generates `count` people. The first ones are the same in every company. */
export function peopleOf(count: number, random: Random): Person[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const role = ROLES[index] ?? staffMember(random, index)
    const email = addressOf(role.name, taken)
    taken.add(email)
    const manager = managerFor(role.department)
    return {
      name: role.name,
      email,
      department: role.department,
      isAdmin: role.isAdmin ?? false,
      flags: role.flags,
      manager: role.flags.includes('isCEP') && manager !== index && manager < count ? manager : null,
      changedPassword: !role.mustChange,
      deactivated: role.deactivated ?? false,
      isRole: index < ROLES.length,
      what: role.what,
    }
  })
}
