/** Explains a redirect after the right to the previous page was revoked. Disappears with the next navigation. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { announce } from '#src/lib/announce.ts'
import { losesRight } from '#src/lib/lost-right.ts'
import card from '#src/ui/Card.module.css'

const SENTENCE = 'You no longer have the right to open the page you were on.'

export function LostRight() {
  const { history } = useRouter()
  const [isLost, setLost] = useState(false)
  useEffect(() => history.subscribe((step) => setLost(losesRight(step))), [history])
  useEffect(() => {
    if (isLost) announce(SENTENCE)
  }, [isLost])
  return isLost && <p className={card.interruption}>{SENTENCE}</p>
}
