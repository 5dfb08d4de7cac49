/** The form of a video, in a dialog that asks before what is typed is lost. */
import { Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Video } from '#contract/apps/videos.ts'
import { LeaveDialog, UnsavedChanges } from '#src/shell/UnsavedChanges.tsx'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { VideoForm } from './VideoForm.tsx'

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
