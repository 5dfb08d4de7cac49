/** Says that something was copied: that a button is called otherwise now is read to nobody who has the focus on it. */
export const CopiedNote = ({ copied }: { copied: boolean }) => (
  <span role="status" className="visually-hidden">
    {copied ? 'It was copied.' : ''}
  </span>
)
