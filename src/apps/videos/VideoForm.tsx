/** Form that adds or changes a video: a link, or a file that is uploaded. */
import { Button, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { createVideo, MAX_VIDEO_BYTES, updateVideo, VIDEO_TOO_LARGE, type Video } from '#contract/apps/videos.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { announce } from '#src/lib/announce.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import { megabytes } from './megabytes.ts'
import { useSaveVideo, type VideoValues } from './use-save-video.ts'
import classes from './VideosPage.module.css'

const TYPES = 'video/mp4,video/webm,video/ogg'
const HINT = 'MP4, WebM or Ogg, at most 200 MB.'

const PLACES = [
  { value: 'link', label: 'On another website (a link)' },
  { value: 'file', label: 'In the portal (a file)' },
] as const satisfies readonly { value: VideoValues['place']; label: string }[]

function fileError({ file }: VideoValues, video: Video | null): string | null {
  if (!file) return video?.file ? null : 'Choose a file.'
  return file.size > MAX_VIDEO_BYTES ? VIDEO_TOO_LARGE : null
}

interface FileFieldProps {
  readonly file: File | null
  readonly held: Video['file']
  readonly error: ReactNode
  readonly onChange: (file: File | null) => void
}

function FileField({ file, held, error, onChange }: FileFieldProps) {
  const id = useId()
  const forget = useRef<() => void>(null)
  const hint = file
    ? `${file.name}, ${megabytes(file.size)} MB`
    : held
      ? `The file of ${megabytes(held.size)} MB stays unless another is chosen.`
      : HINT
  return (
    <div className={classes.file}>
      <FileButton
        resetRef={forget}
        accept={TYPES}
        onChange={(chosen) => {
          onChange(chosen)
          // Resets the input, so that the same file can be chosen again after it has changed.
          forget.current?.()
        }}
        inputProps={{ 'aria-label': 'Video file', 'aria-describedby': id }}
      >
        {(props) => (
          <Button {...props} variant="default" aria-describedby={id}>
            {file || held ? 'Choose another file' : 'Choose a file'}
          </Button>
        )}
      </FileButton>
      <p id={id} className={classes.hint} data-error={error ? true : undefined}>
        {error ?? hint}
      </p>
    </div>
  )
}

interface VideoFormProps {
  /** The video to change; null adds one. */
  readonly video: Video | null
  /** Receives a function that returns whether anything is typed, while the form is there. */
  readonly isDirty: RefObject<(() => boolean) | null>
  readonly onDone: () => void
}

export function VideoForm({ video, isDirty, onDone }: VideoFormProps) {
  const { title = '', url = '', description = '', file: held } = video ?? {}
  const { save, progress, cancel } = useSaveVideo(video)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const isHere = useIsCurrentScreen()
  const isUploading = progress !== null
  // Disabled fields lose the focus, and the dialog would no longer receive key presses.
  useEffect(() => {
    if (isUploading && isFocusLost()) cancelButton.current?.focus()
  }, [isUploading])
  const form = useForm<VideoValues>({
    initialValues: { title, url, description, place: held ? 'file' : 'link', file: null },
    validate: (values) => {
      const { place, title, description, url } = values
      if (place === 'link') return fieldErrors(createVideo.body, { title, description, url })
      const wrong = fileError(values, video)
      return { ...fieldErrors(updateVideo.body, { title, description }), ...(wrong ? { file: wrong } : {}) }
    },
  })

  useImperativeHandle(isDirty, () => form.isDirty, [form.isDirty])

  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async (values) => {
      if (!(await save(values))) return
      // If the person left meanwhile, the dialog may belong to another video.
      if (isHere()) onDone()
      announce(video ? 'The video was changed.' : 'The video was added.')
    },
    { rename: { upload: 'file' } },
  )
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={error} />
      <BusyFields busy={busy}>
        <TextInput label="Title" aria-required data-autofocus {...form.getInputProps('title')} />
        <NativeSelect label="Where it is" data={[...PLACES]} {...form.getInputProps('place')} />
        {form.values.place === 'link' ? (
          <TextInput
            label="Address"
            aria-required
            type="url"
            inputMode="url"
            placeholder="https://"
            description="Where the video can be watched. It opens in a new tab."
            {...form.getInputProps('url')}
          />
        ) : (
          <FileField
            file={form.values.file}
            held={held}
            error={form.errors.file}
            onChange={(file) => form.setFieldValue('file', file)}
          />
        )}
        <Textarea label="Description" placeholder="Optional" rows={3} {...form.getInputProps('description')} />
      </BusyFields>
      {progress && (
        <div className={classes.progress}>
          <progress aria-label="Uploading" value={progress.bytes} max={progress.total} />
          <span aria-hidden="true">
            {megabytes(progress.bytes)} of {megabytes(progress.total)} MB
          </span>
        </div>
      )}
      <div className={classes.done}>
        {progress ? (
          <Button ref={cancelButton} variant="default" onClick={cancel}>
            Cancel upload
          </Button>
        ) : (
          <Button variant="default" disabled={busy} onClick={onDone}>
            Cancel
          </Button>
        )}
        <BusyButton type="submit" busy={busy}>
          {video ? 'Update' : 'Add Video'}
        </BusyButton>
      </div>
    </form>
  )
}
