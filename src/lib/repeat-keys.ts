/**
 * Idempotency keys for a form that sends in steps (wire.md §2): the same content again bears the same key, so that what
 * was done but not heard is not done twice; other content is another change, and so is everything once `forget` is called.
 */
import { uuid } from './uuid.ts'

export function repeatKeys() {
  const sent = new Map<string, { content: string; key: string }>()
  return {
    headers(step: string, content: unknown = null): { 'Idempotency-Key': string } {
      const text = JSON.stringify(content)
      const known = sent.get(step)
      const key = known?.content === text ? known.key : uuid()
      sent.set(step, { content: text, key })
      return { 'Idempotency-Key': key }
    },
    /** All is answered: what comes now is new, also with the same content. */
    forget: () => sent.clear(),
  }
}
