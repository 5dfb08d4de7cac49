/** Announces that something was copied: screen readers do not read the changed label of the focused button. */
export const CopiedNote = ({ copied }: { copied: boolean }) => (
  <span role="status" className="visually-hidden">
    {copied ? 'It was copied.' : ''}
  </span>
)
