/** A screen with one message: what happened, what to do next, and a drawing in the style of the others. */
import type { ReactNode } from 'react'
import classes from './Message.module.css'
import { Page } from './Page.tsx'

export type Drawing = 'closed-door' | 'open-door' | 'path' | 'key' | 'cloud'

const DRAWINGS: Readonly<Record<Drawing, string>> = {
  'closed-door': 'M38 104V44a22 22 0 0 1 44 0v60M26 104h68M48 104V48a12 12 0 0 1 24 0v56M65 78h.5',
  'open-door': 'M34 104V44a26 26 0 0 1 52 0v60M22 104h76M46 104V50l20-10v56l-20 8M60 72h.5',
  path: 'M60 104V72M60 72 34 46M60 72l26-26M34 46v14M34 46h14M86 46v14M86 46H72M40 104h40',
  key: 'M44 60a16 16 0 1 1 32 0 16 16 0 0 1-32 0M60 76v28M60 92h12M60 104h10M60 60h.5',
  cloud: 'M40 84a18 18 0 0 1 2-36 24 24 0 0 1 46 4 16 16 0 0 1-4 32M46 100l28-44',
}

interface MessageProps {
  readonly title: string
  readonly drawing: Drawing
  readonly children: ReactNode
}

export function Message({ title, drawing, children }: MessageProps) {
  return (
    <div className={classes.message}>
      <Drawn drawing={drawing} />
      <Page title={title}>{children}</Page>
    </div>
  )
}

export function Drawn({ drawing }: { drawing: Drawing }) {
  return (
    <svg viewBox="0 0 120 120" className={classes.drawing} aria-hidden="true">
      <circle cx="60" cy="64" r="52" />
      <path d={DRAWINGS[drawing]} />
    </svg>
  )
}
