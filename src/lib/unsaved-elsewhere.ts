/**
 * Whether other tabs and windows of this browser hold unsaved input, because a sign-out in one of them signs out all. They
 * are asked in advance, when this tab gets the focus and when somebody is about to press “sign out”, so that the press
 * need not wait for their answers.
 */
import * as z from 'zod/mini'
import { attempt } from './attempt.ts'
import { hasUnsaved } from './unsaved.ts'
import { uuid } from './uuid.ts'

const CHANNEL = 'portal.unsaved'
/** A message between tabs. `asked`: the id of a question to all others; `yes`: the id of the question that it affirms. */
const Message = z.union([z.object({ asked: z.string() }), z.object({ yes: z.string() })])

/** Null until the page has started, and where the browser has no channels: then no tab is asked. */
let channel: BroadcastChannel | null = null
let question = ''
let wasAffirmed = false

/** Asks the other tabs. Those that are not frozen answer within a few milliseconds. */
export function askOtherTabs(): void {
  wasAffirmed = false
  question = uuid()
  channel?.postMessage({ asked: question })
}

/** Whether another tab has answered the last question that it holds unsaved input. */
export const isUnsavedElsewhere = (): boolean => wasAffirmed

/** Starts to answer other tabs' questions and to receive their answers; returns a function that stops it. */
export function answerOtherTabs(): () => void {
  // Firefox throws where the person has forbidden this site to keep data.
  const mine = attempt(() => new BroadcastChannel(CHANNEL))
  if (!mine) return () => {}
  channel = mine
  wasAffirmed = false
  mine.onmessage = ({ data }) => {
    const message = z.safeParse(Message, data).data
    if (!message) return
    if ('yes' in message) wasAffirmed ||= message.yes === question
    else if (hasUnsaved()) mine.postMessage({ yes: message.asked })
  }
  window.addEventListener('focus', askOtherTabs)
  return () => {
    window.removeEventListener('focus', askOtherTabs)
    mine.close()
    if (channel === mine) channel = null
  }
}
