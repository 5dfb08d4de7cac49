/** Adds a video, or changes one. */
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { createVideo, updateVideo, type Video } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { fieldErrors } from '#src/lib/form-errors.ts'
import { useSubmit } from '#src/lib/use-submit.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { videos } from './queries.ts'
import classes from './VideosPage.module.css'

/** `video`: the one that is changed; null adds one. */
function VideoForm({ video, onDone }: { video: Video | null; onDone: () => void }) {
  const client = useQueryClient()
  const { title = '', url = '', description = '' } = video ?? {}
  const form = useForm({
    initialValues: { title, url, description },
    validate: (values) => fieldErrors(createVideo.body, values),
  })
  const { submit, busy, error } = useSubmit(form, async (body: typeof form.values) => {
    if (video) await send(updateVideo, { params: { id: video._id }, body })
    else await send(createVideo, { body })
    await client.invalidateQueries({ queryKey: videos.queryKey })
    onDone()
  })
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(submit)}>
      <ErrorAlert error={error} />
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <TextInput
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        description="Where the video is to be seen. It opens in a tab of its own."
        {...form.getInputProps('url')}
      />
      <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
      <div className={classes.done}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {video ? 'Update' : 'Add Video'}
        </Button>
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
  return (
    <Modal opened={opened} onClose={onClose} title={video ? video.title : 'Add Video'} centered>
      <VideoForm key={video?._id ?? 'new'} video={video} onDone={onClose} />
    </Modal>
  )
}
