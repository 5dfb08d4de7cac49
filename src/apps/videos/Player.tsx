/** Plays a video whose file is stored in the portal. */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Video } from '#contract/apps/videos.ts'
import { ErrorAlert, isFinal, TryAgain } from '#src/screen/ErrorAlert.tsx'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { addressOf } from './queries.ts'
import classes from './VideosPage.module.css'

const FAILED = 'The video cannot be played just now. Please check your connection and try again.'

function Film({ video }: { video: Video }) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(addressOf(video._id))
  /** When the address that failed to play was fetched; another address may work. */
  const [failedAt, setFailedAt] = useState<number | null>(null)
  const hasFailed = failedAt === dataUpdatedAt
  if (isFetching && (!data || hasFailed)) return <Loading />
  if (error || hasFailed)
    return (
      <div className={classes.form}>
        <ErrorAlert error={error ?? FAILED} />
        {/* For errors whose alert has no retry button of its own. */}
        {isFinal(error ?? FAILED) && <TryAgain onTry={() => refetch({ throwOnError: true })} />}
      </div>
    )
  if (!data) return <Loading />
  return (
    // biome-ignore lint/a11y/useMediaCaption: company videos have captions in the picture or none
    <video
      className={classes.film}
      src={data.url}
      controls
      autoPlay
      playsInline
      aria-label={video.title}
      onError={() => setFailedAt(dataUpdatedAt)}
    />
  )
}

interface PlayerProps {
  readonly video: Video | null
  readonly opened: boolean
  readonly onClose: () => void
}

export function Player({ video, opened, onClose }: PlayerProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={video?.title}
      size={960}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <BackCloses onBack={onClose} />
      {video && <Film key={video._id} video={video} />}
    </Modal>
  )
}
