/** The form of a video in a dialog that asks before typed values are lost. */
import { Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Video } from '#contract/apps/videos.ts'
import { LeaveDialog, UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { VideoForm } from './VideoForm.tsx'

interface VideoDialogProps {
  readonly opened: boolean
  readonly video: Video | null
  readonly onClose: () => void
}

export function VideoDialog({ opened, video, onClose }: VideoDialogProps) {
  const isDirty = useRef<() => boolean>(null)
  const [isAsking, setAsking] = useState(false)
  const close = () => (isDirty.current?.() ? setAsking(true) : onClose())
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={video ? video.title : 'Add Video'}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        // A stray click must not cancel an upload.
        closeOnClickOutside={false}
        // On Escape the question above closes first, and this dialog would react to the same key.
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
      <UnsavedChanges isDirty={() => opened && isDirty.current?.() === true} />
    </>
  )
}
