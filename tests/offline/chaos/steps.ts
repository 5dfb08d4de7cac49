/** Takes a schedule's steps in a world, and brings the world to rest in the end. */
import type { Row } from '#src/offline/row.ts'
import type { Agent } from './agent.ts'
import { ADA, type Step } from './schedule.ts'
import { type Tab, trayLine } from './tab.ts'
import { ENTITIES, type World } from './world.ts'

/** As in row.ts: the person is asked about older rows. */
const STALE_MS = 14 * 86_400_000
const START_MS = 1_000
/** Longer than the slowest request is under way. */
const SETTLE_MS = 70_000
const REST_STEP_MS = 10_000
/** Together several times longer than the longest wait that a server may ask for. */
const REST_STEPS = 200

const at = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)]

const entityAt = (index: number): string => at(ENTITIES, index) ?? ''

const awakeTabs = (world: World): readonly Tab[] => world.tabs().filter(({ agent }) => !agent.isFrozen())

/** Returns the rows that the person sees as not done. */
const unsettled = (tab: Tab | undefined): readonly Row[] => tab?.rows().filter(({ state }) => state !== 'acked') ?? []

function tap(world: World, step: Step & { do: 'tap' }): void {
  const entity = entityAt(step.entity)
  const tab = at(awakeTabs(world), step.tab)
  const who = tab?.who()
  if (!tab || who === null || who === undefined) return
  const customMessage = `tap ${world.device.uuid()}`
  const id = Number(entity.split(':')[1])
  tab.tap({
    entity,
    target: entity,
    kind: 'break.set',
    call: id === who ? 'PUT /api/onbreak/update/' : 'PUT /api/onbreak/update/:id/',
    params: id === who ? {} : { id },
    body: { status: step.kind === 'back', breakType: 'Lunch', customMessage },
    merges: step.kind === 'plain' ? null : step.kind,
  })
}

function kill(world: World, agent: Agent | undefined): void {
  if (!agent) return
  world.count('kills')
  if (agent.inFlight() > 0) world.count('kills with a request in flight')
  else if (agent.isAtWork()) world.count('kills at work')
  if (agent.isFrozen()) world.count('kills of the frozen')
  agent.kill()
}

function signIn(world: World, userId: number, maySend: boolean): void {
  if (!world.isOnline()) return
  world.follow({ userId, token: world.server.signIn(userId, maySend), maySend })
}

async function work(world: World): Promise<void> {
  if (!world.agents().some(({ kind }) => kind === 'worker')) await world.open('worker')
  const worker = world.agents().find(({ kind }) => kind === 'worker')
  if (worker) void worker.run(() => world.core.drain(worker.context)).catch(() => {})
}

/** Presses a button beside a change that the tab shows. */
function press(world: World, step: Step & { do: 'again' | 'discard' }): void {
  const tab = at(awakeTabs(world), step.tab)
  const row = at(unsettled(tab), step.line)
  if (!tab || !row) return
  tab[step.do](row)
  if (step.twice) tab[step.do](row)
}

function freeze(world: World, agent: Agent | undefined): void {
  if (!agent) return
  world.count(agent.inFlight() > 0 ? 'frozen with a request in flight' : 'frozen')
  agent.freeze()
}

/** How each step begins; what it sets off continues by itself. */
const BEGIN: { readonly [K in Step['do']]: (world: World, step: Step & { do: K }) => void } = {
  tap,
  online: (world) => world.setOnline(true),
  offline: (world) => world.setOnline(false),
  worker: (world) => void work(world),
  wait: () => {},
  revoke: (world) => world.server.revoke(world.person()?.token ?? ''),
  mishaps(world, { next, retryAfter = 1 }) {
    world.setRetryAfter(retryAfter)
    world.mishaps.push(...next)
  },
  kill: (world, { tab }) => kill(world, at(world.agents(), tab)),
  freeze: (world, { tab }) => freeze(world, at(world.agents(), tab)),
  thaw: (world, { tab }) => at(world.agents(), tab)?.thaw(),
  look: (world, { tab }) => at(awakeTabs(world), tab)?.lineChanged(),
  open: (world) => void world.open('tab'),
  signIn: (world, { user, maySend }) => signIn(world, user, maySend),
  signOut: (world, { tab, waiting }) => at(awakeTabs(world), tab)?.leave(waiting),
  elsewhere: (world, { entity }) => world.server.change(entityAt(entity), `elsewhere ${world.device.uuid()}`),
  clock(world, { by }) {
    world.count('clock jumps')
    world.setClock(by)
  },
  deliver: (world, { tab, entity, old }) => at(awakeTabs(world), tab)?.hear(world.server.record(entityAt(entity), old)),
  again: press,
  discard: press,
  full: (world, { tab, writes }) => at(awakeTabs(world), tab)?.agent.fill(writes),
}

const begin = <K extends Step['do']>(world: World, step: Step & { do: K }): void => BEGIN[step.do as K](world, step)

/** Opens a tab with a signed-in person: the beginning of every schedule. */
export async function start(world: World): Promise<void> {
  await world.open('tab')
  signIn(world, ADA, true)
  await world.pass(START_MS)
}

/** Takes one step, and lets as much time pass as it says. */
export async function take(world: World, step: Step): Promise<void> {
  begin(world, step)
  if (step.turns === undefined) await world.pass(step.ms ?? 0)
  else await world.turns(step.turns)
}

/** Opens the one tab in which a person looks after the remaining rows. */
async function freshTab(world: World): Promise<Tab> {
  await world.open('tab')
  await world.pass(REST_STEP_MS)
  return world.tabs().at(-1) as Tab
}

/** Asks to send every row that is too old to be sent by itself. */
function insist(world: World, tab: Tab): void {
  const isOld = ({ occurredAt }: Row) => world.device.now() - Date.parse(occurredAt) > STALE_MS
  for (const row of tab.rows())
    if (row.state === 'pending' && !row.insisted && (row.isPassed || isOld(row))) tab.again(row)
}

/**
 * Brings the world to rest: the line is up, each person with rows signs in in turn, old rows are insisted on, and time
 * passes.
 */
export async function rest(world: World): Promise<void> {
  world.mishaps.splice(0)
  for (const agent of world.agents()) agent.thaw()
  world.setOnline(true)
  await world.pass(SETTLE_MS)
  awakeTabs(world)[0]?.leave('keep')
  await world.quiet()
  // From here on one tab is enough, and cheapest.
  for (const agent of world.agents()) agent.kill()
  const tappers = new Set(world.log.flatMap((event) => (event.is === 'tap' ? [event.user] : [])))
  for (const user of tappers) {
    signIn(world, user, true)
    const tab = await freshTab(world)
    for (let step = 0; step < REST_STEPS && tab.rows().some(({ state }) => state === 'pending'); step++) {
      insist(world, tab)
      await world.pass(REST_STEP_MS)
    }
    world.log.push({ is: 'rest', user, tray: tab.rows().map(trayLine) })
    tab.leave('keep')
    await world.quiet()
    tab.agent.kill()
  }
}
