/** Servers behind one address may be built on several machines: where their pages differ, each is a new version. */
import { loadConfigFromFile } from 'vite'
import { expect, test } from 'vitest'

const nonceOfBuild = async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts')
  return loaded?.config.html?.cspNonce
}

test('two builds of the same source have the same nonce', async () => {
  const nonce = await nonceOfBuild()
  expect(nonce).toMatch(/^[\w-]{24}$/)
  expect(await nonceOfBuild()).toBe(nonce)
})
