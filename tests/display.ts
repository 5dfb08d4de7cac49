/** Lets in a display the way every real one is: it shows a code, is approved, and collects its token. */
import { approveDisplay, collectDisplayToken, createDisplayCode } from '#contract/apps/displays.ts'
import type { Portal, TestUser } from './portal.ts'

export async function pairDisplay(
  portal: Portal,
  keeper: TestUser,
  name = 'Lobby',
): Promise<{ id: number; token: string }> {
  const { deviceCode, userCode } = (await portal.call(createDisplayCode)).body
  const { body: display } = await portal.call(approveDisplay, { as: keeper.token, body: { code: userCode, name } })
  const { body } = await portal.call(collectDisplayToken, { body: { deviceCode } })
  return { id: display._id, token: body.token }
}
