/** Copies the text of a refused private change, which is never shown: its author may no longer reach its screen. */
import { Button } from '@mantine/core'
import { copyLabel, useCopy } from '#src/lib/use-copy.ts'
import type { Row } from '#src/offline/row.ts'
import { CopyNote } from '#src/ui/CopyNote.tsx'

/** Returns all non-empty texts in the change's body, as they were written. */
const textsOf = ({ body }: Pick<Row, 'body'>): string =>
  Object.values(body ?? {})
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    .join('\n\n')

interface Props {
  readonly row: Pick<Row, 'body'>
  /** The title of the change, for the button's label. */
  readonly title: string
}

export function CopyText({ row, title }: Props) {
  const clipboard = useCopy()
  const text = textsOf(row)
  if (!text) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Copy text: ${title}`}
        onClick={() => void clipboard.copy(text)}
      >
        {copyLabel(clipboard.outcome, 'Copy text')}
      </Button>
      <CopyNote outcome={clipboard.outcome} />
    </>
  )
}
