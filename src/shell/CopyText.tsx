/** What was refused and is never shown: its author can take it along, even where the screen that made it is closed to them. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { Row } from '#src/offline/row.ts'
import { CopiedNote } from '#src/ui/CopiedNote.tsx'

/** Every text of the change, as it was written. */
const textsOf = ({ body }: Pick<Row, 'body'>): string =>
  Object.values(body ?? {})
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    .join('\n\n')

interface Props {
  readonly row: Pick<Row, 'body'>
  /** What the change is called. */
  readonly title: string
}

export function CopyText({ row, title }: Props) {
  const clipboard = useClipboard()
  const text = textsOf(row)
  if (!text) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Copy text: ${title}`}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.error ? 'Not copied' : clipboard.copied ? 'Copied' : 'Copy text'}
      </Button>
      <CopiedNote copied={clipboard.copied} />
    </>
  )
}
