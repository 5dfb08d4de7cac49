/** Adds a video, or changes one: a link to where it is, or a file that is uploaded. */
import { Button, FileButton, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { createVideo, LARGEST_VIDEO, updateVideo, type Video } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { Problem } from '#src/api/problem.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useOthersChanges } from '#src/forms/others-changes.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { announce } from '#src/lib/announce.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { LeaveDialog, UnsavedChanges } from '#src/shell/UnsavedChanges.tsx'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import { videos } from './queries.ts'
import { megabytes } from './sizes.ts'
import { CalledOff, useVideoUpload } from './use-video-upload.ts'
import classes from './VideosPage.module.css'

const TYPES = 'video/mp4,video/webm,video/ogg'
const HINT = 'MP4, WebM or Ogg, at most 200 MB.'

const PLACES = [
  { value: 'link', label: 'Somewhere else (a link)' },
  { value: 'file', label: 'Here (a file)' },
] as const

const WORDS = { title: 'Title', description: 'Description', url: 'Address' }

interface FormValues {
  readonly title: string
  readonly description: string
  readonly place: (typeof PLACES)[number]['value']
  readonly url: string
  /** Null: the one that it has, where it has one. */
  readonly file: File | null
}

function fileError({ file }: FormValues, video: Video | null): string | null {
  if (!file) return video?.file ? null : 'Choose a file.'
  return file.size > LARGEST_VIDEO ? 'The file is larger than 200 MB.' : null
}

interface FileFieldProps {
  readonly file: File | null
  readonly held: Video['file']
  readonly error: React.ReactNode
  readonly onChange: (file: File | null) => void
}

function FileField({ file, held, error, onChange }: FileFieldProps) {
  const id = useId()
  const forget = useRef<() => void>(null)
  const said = file
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
          // The same file may be chosen again, once it is another.
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
        {error ?? said}
      </p>
    </div>
  )
}

interface VideoFormProps {
  /** The one that is changed; null adds one. */
  readonly video: Video | null
  /** Says here whether something is typed. */
  readonly isDirty: RefObject<() => boolean>
  readonly onDone: () => void
}

function VideoForm({ video, isDirty, onDone }: VideoFormProps) {
  const client = useQueryClient()
  const { title = '', url = '', description = '', file: held } = video ?? {}
  const [keys] = useState(repeatKeys)
  const over = useOthersChanges({ title, description, url }, WORDS, 'Update')
  const { progress, upload, callOff, remember, forget } = useVideoUpload()
  const cancel = useRef<HTMLButtonElement>(null)
  const isUploading = progress !== null
  // Its fields are out of reach, and with them what had the focus: the dialog's keys would be nobody's.
  useEffect(() => {
    if (isUploading && document.activeElement === document.body) cancel.current?.focus()
  }, [isUploading])
  const form = useForm<FormValues>({
    initialValues: { title, url, description, place: held ? 'file' : 'link', file: null },
    validate: (values) => {
      const { place, title, description, url } = values
      if (place === 'link') return fieldErrors(createVideo.body, { title, description, url })
      const wrong = fileError(values, video)
      return { ...fieldErrors(updateVideo.body, { title, description }), ...(wrong ? { file: wrong } : {}) }
    },
  })

  isDirty.current = form.isDirty

  async function placeOf({ place, url, file }: FormValues): Promise<{ url?: string; upload?: string }> {
    // As somebody else may have left it.
    if (place === 'link') return video && url === video.url ? {} : { url }
    return file ? { upload: await upload(file) } : {}
  }

  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async (values: FormValues) => {
      try {
        const words = { title: values.title, description: values.description }
        if (video) {
          const now = (await client.fetchQuery({ ...videos, staleTime: 0 })).find(({ _id }) => _id === video._id)
          const typed = { ...words, url: values.place === 'link' ? values.url : url }
          const { title, description } = now ? over(typed, now) : typed
          const body = { title, description, ...(await placeOf(values)) }
          await send(updateVideo, { params: { id: video._id }, body })
        } else {
          const place = await placeOf(values)
          if (values.file && place.upload) remember(values.file, place.upload)
          const body = { ...words, ...place }
          await send(createVideo, { body, headers: keys.headers('add', body) })
        }
      } catch (problem) {
        if (problem instanceof CalledOff) return
        // A video has it by now, or it was too long ago: the list tells which.
        if (problem instanceof Problem && problem.status === 404) {
          forget()
          void client.invalidateQueries({ queryKey: videos.queryKey })
        }
        throw problem
      }
      await client.invalidateQueries({ queryKey: videos.queryKey })
      onDone()
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
            description="Where the video is to be seen. It opens in a tab of its own."
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
          <progress aria-label="Uploading" value={progress.bytes} max={progress.of} />
          <span aria-hidden="true">
            {megabytes(progress.bytes)} of {megabytes(progress.of)} MB
          </span>
        </div>
      )}
      <div className={classes.done}>
        {progress ? (
          <Button ref={cancel} variant="default" onClick={callOff}>
            Cancel upload
          </Button>
        ) : (
          <Button variant="default" onClick={onDone}>
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

interface VideoDialogProps {
  readonly opened: boolean
  readonly video: Video | null
  readonly onClose: () => void
}

export function VideoDialog({ opened, video, onClose }: VideoDialogProps) {
  const isDirty = useRef(() => false)
  const [isAsking, setAsking] = useState(false)
  const close = () => (isDirty.current() ? setAsking(true) : onClose())
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={video ? video.title : 'Add Video'}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        // An upload is not lost to a slip of the hand.
        closeOnClickOutside={false}
        // The question over it closes first, and the dialog would hear of the same key.
        closeOnEscape={false}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        {opened && <BackCloses onBack={close} />}
        <VideoForm key={video?._id ?? 'new'} video={video} isDirty={isDirty} onDone={onClose} />
      </Modal>
      <LeaveDialog
        opened={isAsking}
        onLeave={() => {
          setAsking(false)
          onClose()
        }}
        onStay={() => setAsking(false)}
      />
      <UnsavedChanges isDirty={() => opened && isDirty.current()} />
    </>
  )
}
