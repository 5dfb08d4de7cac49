/**
 * What is unsaved in the other tabs and windows of this browser: to sign out in one of them ends all. They are asked as
 * somebody comes to this one, and reaches for it: whoever presses waits for nobody.
 */
import * as z from 'zod/mini'
import { hasUnsaved } from './unsaved.ts'
import { uuid } from './uuid.ts'

const CHANNEL = 'portal.unsaved'
/** `asked`: a question of this name, of all others; `yes`: to that one. */
const Word = z.union([z.object({ asked: z.string() }), z.object({ yes: z.string() })])

/** None before the page stands, nor in a browser that knows none: then nobody is asked. */
let channel: BroadcastChannel | null = null
let question = ''
let isThere = false

/** They answer within a few milliseconds, those that are awake. */
export function askOtherTabs(): void {
  isThere = false
  question = uuid()
  channel?.postMessage({ asked: question })
}

/** Whether another tab has said, since it was asked last, that it holds something unsaved. */
export const isUnsavedElsewhere = (): boolean => isThere

/** Answers the tabs that ask, and hears theirs; answers how to stop. */
export function hearOtherTabs(): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const mine = new BroadcastChannel(CHANNEL)
  channel = mine
  isThere = false
  mine.onmessage = ({ data }) => {
    const word = z.safeParse(Word, data).data
    if (!word) return
    if ('yes' in word) isThere ||= word.yes === question
    else if (hasUnsaved()) mine.postMessage({ yes: word.asked })
  }
  window.addEventListener('focus', askOtherTabs)
  return () => {
    window.removeEventListener('focus', askOtherTabs)
    mine.close()
    if (channel === mine) channel = null
  }
}
