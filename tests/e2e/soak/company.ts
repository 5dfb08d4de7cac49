/** A company for a wall to show, whose people leave and come back all day by the calls that a page makes. */
import { updatePermissions } from '#contract/apps/accounts.ts'
import { createDepartment } from '#contract/apps/checklist.ts'
import { createBreakType, planBuiltInBreakType, updateBreak } from '#contract/apps/onbreak.ts'
import { diceOf, randomOf } from '../../random.ts'
import { ADMIN, type Portal } from '../fixtures.ts'

const DEPARTMENTS = ['Care', 'Kitchen', 'Night shift', 'Office', 'Physiotherapy and rehabilitation', 'Transport']
const OWN_TYPE = 'Outside the house'
const TYPES = ['Lunch', 'Break', OWN_TYPE]
const LUNCH_MINUTES = 30
/** Changes made at the same time. */
const AT_ONCE = 16

export interface Company {
  /** The admin's session. */
  readonly token: string
  /** Makes `count` changes, after which about `away` people are away. */
  change(count: number, away: number): Promise<void>
  /** Makes exactly `away` people away, always the same ones for the same number; returns the number of changes. */
  settle(away: number): Promise<number>
}

export async function openCompany(portal: Portal, people: number): Promise<Company> {
  const { token, _id } = await portal.signIn(ADMIN)
  await portal.call(updatePermissions, {
    as: token,
    params: { id: _id },
    body: { access_onbreak: true, onbreak_admin: true, isAdmin: true, isCEP: false },
  })
  await portal.call(planBuiltInBreakType, { as: token, body: { breakType: 'Lunch', plannedMinutes: LUNCH_MINUTES } })
  await portal.call(createBreakType, { as: token, body: { breakType: OWN_TYPE } })
  for (const empType of DEPARTMENTS) await portal.call(createDepartment, { as: token, body: { empType } })
  const ids: number[] = []
  for (let count = 0; count < people; count++) {
    const dept = DEPARTMENTS[count % DEPARTMENTS.length] ?? ''
    const name = `${['', 'Ann ', 'Maximilian '][count % 3]}Person ${count}`
    const { id } = await portal.addPerson({ name, rights: { access_onbreak: true, isCEP: true, dept } })
    ids.push(id)
  }

  const { chance, oneOf } = diceOf(randomOf(people))
  const away = new Set<number>()

  async function tap(id: number): Promise<void> {
    const comes = away.delete(id)
    if (!comes) away.add(id)
    const body = comes ? { status: true } : { status: false, breakType: oneOf(TYPES) }
    await portal.call(updateBreak, { as: token, params: { id }, body })
  }
  async function tapAll(all: readonly number[]): Promise<void> {
    for (let first = 0; first < all.length; first += AT_ONCE)
      await Promise.all(all.slice(first, first + AT_ONCE).map(tap))
  }

  return {
    token,
    async change(count, wanted) {
      for (let left = count; left > 0; left -= AT_ONCE) {
        const isMore = away.size < wanted
        const chosen = new Set<number>()
        // Nobody changes twice in a batch; three in four changes move towards the wanted number.
        while (chosen.size < Math.min(left, AT_ONCE)) {
          const leaves = chance(0.75) === isMore
          const some = ids.filter((id) => away.has(id) !== leaves && !chosen.has(id))
          chosen.add(oneOf(some.length > 0 ? some : ids))
        }
        await tapAll([...chosen])
      }
    },
    async settle(wanted) {
      const wrong = ids.filter((id, index) => away.has(id) !== index < wanted)
      await tapAll(wrong)
      return wrong.length
    },
  }
}
