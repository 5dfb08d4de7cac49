/** The red alert of a panel: what the server said, or why it could not be asked (spec §8). */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { sentenceOf } from '#src/api/problem.ts'

/** Nothing where there is no error. `error`: whatever was thrown, or a sentence. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert
      role="alert"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.5} aria-hidden />}
      styles={{
        root: { background: 'var(--failed-tint)', border: '1px solid var(--failed)' },
        message: { color: 'var(--failed)', whiteSpace: 'pre-wrap' },
        icon: { color: 'var(--failed)' },
      }}
    >
      {typeof error === 'string' ? error : sentenceOf(error)}
    </Alert>
  )
}
