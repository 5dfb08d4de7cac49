/** An application's image: a path as text, or a file that the server stores (spec §2 Application edit). */
import { FileButton, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES, uploadApplicationImage } from '#contract/apps/applications.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { sentenceOf } from '#src/api/problem.ts'
import { announce } from '#src/lib/announce.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './ApplicationEditPage.module.css'
import { AppImage } from './AppTile.tsx'

const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
const HINT = 'PNG, JPEG, WebP, GIF or AVIF, at most 5 MB.'

/** Resolves to the path of the stored file; null if it was not stored, and the field says why. */
type PendingUpload = Promise<string | null>

interface ImageFieldProps {
  readonly applicationId: number
  /** Called with an upload that begins, and with null once it has ended. */
  readonly onUpload: (upload: PendingUpload | null) => void
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly error?: React.ReactNode
}

/** Uploads chosen files. `hint`: how that went, or what may be chosen. */
function useImageUpload({ applicationId, onUpload, onChange }: ImageFieldProps) {
  const [busy, setBusy] = useState(false)
  const [hint, setHint] = useState(HINT)
  const forget = useRef<() => void>(null)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  function showHint(words: string): void {
    setHint(words)
    announce(words)
  }

  /** Reports a failure in the field instead of an alert: the old image stays (wire.md §4). */
  const showFailure = (why: string) => showHint(`The image was not uploaded; the old one stays. ${why}`)

  async function upload(file: File, signal: AbortSignal): PendingUpload {
    setBusy(true)
    const form = new FormData()
    form.set('application_id', String(applicationId))
    form.set('image', file)
    try {
      const path = await send(uploadApplicationImage, { body: form, signal })
      onChange?.(path)
      showHint('Uploaded. Update keeps it.')
      return path
    } catch (problem) {
      if (!signal.aborted) showFailure(sentenceOf(problem))
      return null
    } finally {
      onUpload(null)
      setBusy(false)
      // Lets the same file be chosen again.
      forget.current?.()
    }
  }

  function choose(file: File | null): void {
    const { signal } = leaving.current ?? {}
    if (!file || !signal) return
    if (file.size <= MAX_IMAGE_BYTES) {
      onUpload(upload(file, signal))
      return
    }
    // Not sent at all: a proxy may refuse it in the portal's place, and would not name the limit.
    showFailure(IMAGE_TOO_LARGE)
    forget.current?.()
  }

  return { busy, hint, choose, forget, resetHint: () => setHint(HINT) }
}

export function ImageField(props: ImageFieldProps) {
  const { value = '', onChange, error } = props
  const { online } = useConnection()
  const { busy, hint, choose, forget, resetHint } = useImageUpload(props)
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className={classes.image}>
      <span className={classes.preview}>
        <AppImage app={{ image: value }} size={75} alt="As it is shown on the tile" />
      </span>
      <div className={classes.picture}>
        <TextInput
          id={id}
          label="Image"
          description={hint}
          descriptionProps={{ id: hintId }}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={value}
          onChange={(event) => {
            resetHint()
            onChange?.(event.currentTarget.value)
          }}
          error={error}
          spellCheck={false}
        />
        <FileButton
          resetRef={forget}
          accept={TYPES}
          onChange={choose}
          inputProps={{ 'aria-label': 'File to upload', 'aria-describedby': hintId }}
        >
          {(button) => (
            <BusyButton
              {...button}
              aria-describedby={hintId}
              variant="default"
              size="compact-sm"
              busy={busy}
              disabled={!online}
              leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
            >
              Upload an image
            </BusyButton>
          )}
        </FileButton>
      </div>
    </div>
  )
}
