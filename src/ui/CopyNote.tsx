import type { CopyOutcome } from '#src/lib/use-copy.ts'

/** Announces whether something was copied: screen readers do not read the changed label of the focused button. */
export const CopyNote = ({ outcome }: { outcome: CopyOutcome }) => (
  <span role="status" className="visually-hidden">
    {outcome && { copied: 'It was copied.', failed: 'It was not copied.' }[outcome]}
  </span>
)
