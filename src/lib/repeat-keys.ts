/**
 * Idempotency keys for a form that sends in steps (wire.md §2). A repeat with the same content gets the same key, so that a
 * step whose answer was lost is not done twice. Other content gets a new key, and so does everything after `forget`.
 */
import { uuid } from './uuid.ts'

interface SentStep {
  readonly content: string
  readonly key: string
}

export function repeatKeys() {
  const sent = new Map<string, SentStep>()
  return {
    headers(step: string, content: unknown = null): { 'Idempotency-Key': string } {
      const text = JSON.stringify(content)
      const known = sent.get(step)
      const key = known?.content === text ? known.key : uuid()
      sent.set(step, { content: text, key })
      return { 'Idempotency-Key': key }
    },
    /** Call it once all steps are answered: the next ones get new keys, even with the same content. */
    forget: () => sent.clear(),
    /** The keys in use, by step, as they are stored with a half-filled form; `restore` takes them back. */
    inUse: (): Readonly<Record<string, SentStep>> => Object.fromEntries(sent),
    restore(stored: Readonly<Record<string, SentStep>>): void {
      for (const [step, each] of Object.entries(stored)) sent.set(step, each)
    },
  }
}

export type RepeatKeys = ReturnType<typeof repeatKeys>
