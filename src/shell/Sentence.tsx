/** A card that says why nothing is there, under one drawing. */
import card from '#src/ui/Card.module.css'
import { type Drawing, Drawn } from './Message.tsx'

export const Sentence = ({ drawing, children }: { drawing: Drawing; children: string }) => (
  <div className={card.sentence} role="status">
    <Drawn drawing={drawing} />
    {children}
  </div>
)
