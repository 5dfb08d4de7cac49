/** A card with a drawing and a sentence that says why there is nothing to show. */
import card from '#src/ui/Card.module.css'
import { type Drawing, Drawn } from './Message.tsx'

export const EmptyState = ({ drawing, children }: { drawing: Drawing; children: string }) => (
  <div className={card.sentence} role="status">
    <Drawn drawing={drawing} />
    {children}
  </div>
)
