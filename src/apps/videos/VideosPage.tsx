/** The company's videos: links to other sites, and files that play here (spec §2 Other screens). */
import { ActionIcon, Button } from '@mantine/core'
import { IconExternalLink, IconMovie, IconPencil, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteVideo, type Video } from '#contract/apps/videos.ts'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { useMe } from '#src/api/session.ts'
import { announce } from '#src/lib/announce.ts'
import { parseUrl } from '#src/lib/parse-url.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Drawn } from '#src/screen/Message.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { focusTitle, Page } from '#src/screen/Page.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { removeFromList } from '#src/ui/remove-from-list.ts'
import { useDialogSubject } from '#src/ui/use-dialog-subject.ts'
import { megabytes } from './megabytes.ts'
import { Player } from './Player.tsx'
import { videos } from './queries.ts'
import { VideoDialog } from './VideoDialog.tsx'
import classes from './VideosPage.module.css'

const PROMPT = 'Are you sure you want to delete this video?'

const hostOf = (url: string) => parseUrl(url)?.hostname ?? ''

interface CardProps {
  readonly video: Video
  readonly onPlay: () => void
  readonly onEdit: () => void
  readonly onDelete: () => Promise<void>
}

function Card({ video, onPlay, onEdit, onDelete }: CardProps) {
  const { isAdmin } = useMe()
  const { online } = useConnection()
  return (
    <li className={classes.card}>
      <IconPlayerPlay className={classes.play} size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <h2>
          {video.file ? (
            <button type="button" disabled={!online} onClick={onPlay}>
              {video.title}
            </button>
          ) : (
            <a href={video.url} target="_blank" rel="noopener noreferrer">
              {video.title}
            </a>
          )}
        </h2>
        {video.description && <p className={classes.description}>{video.description}</p>}
        <p className={classes.where}>
          {video.file ? (
            <>
              <IconMovie size={14} stroke={1.5} aria-hidden /> Plays here, {megabytes(video.file.size)} MB
            </>
          ) : (
            <>
              <IconExternalLink size={14} stroke={1.5} aria-hidden /> {hostOf(video.url)}
            </>
          )}
        </p>
      </div>
      {isAdmin && (
        <div className={classes.actions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={!online}
            aria-label={`Edit ${video.title}`}
            onClick={onEdit}
          >
            <IconPencil size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ConfirmButton
            name={video.title}
            prompt={PROMPT}
            action="Delete"
            isDestructive
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={!online}
            aria-label={`Delete ${video.title}`}
            onConfirm={onDelete}
          >
            Delete
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}

function Nothing({ canAdd }: { canAdd: boolean }) {
  return (
    <div className={classes.nothing} role="status">
      <Drawn drawing="open-door" />
      <p>
        No videos have been added yet.
        {canAdd && ' Add the first one: a title, and a link or a file.'}
      </p>
    </div>
  )
}

export function VideosPage() {
  const { isAdmin } = useMe()
  // Other servers have no such list.
  const isOther = useIsOther()
  const canAdd = isAdmin && !isOther
  const { online } = useConnection()
  const { data, error } = useQuery(videos)
  /** `null` asks for the form of a new video. */
  const form = useDialogSubject<Video | null>()
  const film = useDialogSubject<Video>()
  const [failure, setFailure] = useState<unknown>(null)

  const remove = ({ _id }: Video) =>
    removeFromList({
      send: () => sendDeletion(deleteVideo, _id),
      onDone: () => announce('The video was deleted.'),
      onFailure: setFailure,
      refresh: () => queryClient.invalidateQueries({ queryKey: videos.queryKey }),
      focusAbove: focusTitle,
    })

  return (
    <div className={classes.page}>
      <Page
        title="Videos"
        aside={
          canAdd && (
            <Button
              leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
              disabled={!online}
              onClick={() => form.open(null)}
            >
              Add Video
            </Button>
          )
        }
      >
        {!online && (
          <p className="quiet">
            You are offline. Videos can be played{canAdd && ' and changed'} once the portal is back.
          </p>
        )}
        <ErrorAlert error={failure} />
        {data ? (
          data.length > 0 ? (
            <ul className={classes.list}>
              {data.map((video) => (
                <Card
                  key={video._id}
                  video={video}
                  onPlay={() => film.open(video)}
                  onEdit={() => form.open(video)}
                  onDelete={() => remove(video)}
                />
              ))}
            </ul>
          ) : (
            <Nothing canAdd={canAdd} />
          )
        ) : (
          <NotLoaded error={error} />
        )}
      </Page>
      <Player video={film.subject} opened={film.isOpen} onClose={film.close} />
      <VideoDialog opened={form.isOpen} video={form.subject} onClose={form.close} />
    </div>
  )
}
