/** The whole browser is killed again and again while somebody taps: every tap that the screen had shown is still there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { openFaultyPortal } from './faulty-portal.ts'
import { expect, expectControlled } from './fixtures.ts'
import { hasLostDatabase, launch, openBoard, type Running } from './killable-browser.ts'
import { outboxRows } from './outbox-rows.ts'
import { backButton, isChange, updateButton } from './taps.ts'

/** Names of the tests that run in parallel, each with a browser and a portal of its own. */
const TURNS = ['first', 'second']
const KILLS = 10

/** Taps as fast as the screen follows, and logs each tap once the screen shows it. Never ends by itself. */
const tapOn = (page: Page, round: number) =>
  page.evaluate(async (name) => {
    const find = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => /^(Update|I'm Back)$/.test(textContent ?? ''))
    for (let number = 0; ; number++) {
      const button = find()
      const word = button?.textContent
      const message = `kill ${name} tap ${number}`
      const field = document.querySelector('textarea')
      if (word === 'Update' && field) {
        // Sets the value as typing does, so that React notices.
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, message)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      const followed = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const now = find()
          if (!now || now.textContent === word) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
      button?.click()
      await followed
      console.log(`shown: ${word === 'Update' ? message : 'back'}`)
    }
  }, round)

/**
 * Returns false if Chromium deleted its database as corrupt; `cut-write.spec.ts` tests how the portal recovers from that.
 * Here it cannot, because the browser is killed again within seconds, before the second copy is on disk.
 */
async function killedWhileTapping(): Promise<boolean> {
  const faulty = await openFaultyPortal()
  const { portal, proxy } = faulty
  const profile = mkdtempSync(join(tmpdir(), 'foyer-kill-'))
  let running: Running | undefined
  try {
    const me = await portal.signIn(await portal.addPerson({ rights: { access_onbreak: true } }))
    const shown: string[] = []
    for (let round = 0; round < KILLS; round++) {
      proxy.set('pass')
      running = await launch(profile)
      const { page, kill } = running
      page.on('console', (message) => {
        const [, what] = /^shown: (.+)$/.exec(message.text()) ?? []
        if (what) shown.push(what)
      })
      await openBoard(page, proxy.url, me)
      await expect(updateButton(page).or(backButton(page))).toBeVisible()
      if (round === 0) await expectControlled(page)
      // Alternates between a cut line, so that rows pile up, and a good one, so that requests are under way.
      if (round % 2 === 0) proxy.set('refuse', { only: isChange })
      const before = shown.length
      void tapOn(page, round).catch(() => {})
      const enough = before + 3 + (round % 5) * 2
      await expect.poll(() => shown.length, { intervals: [5], timeout: 60_000 }).toBeGreaterThan(enough)
      await kill()
      if (hasLostDatabase(running)) return false
    }

    proxy.set('pass')
    running = await launch(profile)
    const { page } = running
    await openBoard(page, proxy.url, me)
    await expect
      .poll(async () => (await outboxRows(page)).filter(({ state }) => state === 'pending').length, {
        timeout: 60_000,
      })
      .toBe(0)
    if (hasLostDatabase(running)) return false
    const rows = await outboxRows(page)
    const kept = rows.map(({ body }) => (body.status ? 'back' : body.customMessage))
    // Each away tap has its own message. All shown taps are kept, in order; a round's last tap may be kept but not shown.
    const shownAway = shown.filter((what) => what !== 'back')
    expect(kept.filter((what) => what !== 'back' && shownAway.includes(what ?? ''))).toEqual(shownAway)
    expect(kept.filter((what) => what === 'back').length).toBeGreaterThanOrEqual(shown.length - shownAway.length)
    expect(rows.every(({ state }) => state === 'acked')).toBe(true)
    // The server accepted each row, first in this order.
    const accepted = proxy.seen.filter(({ method, path, status }) => isChange(method, path) && status === 200)
    expect([...new Set(accepted.map(({ headers }) => headers['idempotency-key']))]).toEqual(rows.map(({ key }) => key))
    console.log(`${shown.length} taps shown, ${rows.length} kept, ${KILLS} kills.`)
    return true
  } finally {
    await running?.kill()
    await faulty.end()
    rmSync(profile, { recursive: true, force: true })
  }
}

test.describe.configure({ mode: 'parallel', retries: 0 })

for (const turn of TURNS)
  test(`${KILLS} times killed while tapping, no tap that was shown is lost: ${turn} turn`, async () => {
    test.setTimeout(600_000)
    if (await killedWhileTapping()) return
    console.log('Chromium found its database corrupt: all of it once more.')
    // One kill in thousands interrupts a write: twice in a row is no coincidence.
    expect(await killedWhileTapping()).toBe(true)
  })
