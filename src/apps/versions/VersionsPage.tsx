/** The release notes of the portal, newest first (spec §2 Versions). */
import { Accordion, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createVersion, deleteVersion, type Version } from '#contract/apps/versions.ts'
import { send } from '#src/api/call.ts'
import { companyDayOf } from '#src/api/company-day.ts'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { useMe } from '#src/api/session.ts'
import { announce } from '#src/lib/announce.ts'
import { shortDay, wholeDay } from '#src/lib/time.ts'
import { CreateButton } from '#src/screen/CreateButton.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Drawn } from '#src/screen/Message.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { focusTitle, Page } from '#src/screen/Page.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { removeFromList } from '#src/ui/remove-from-list.ts'
import { RichText } from '#src/ui/rich-text/RichText.tsx'
import { dropVersionDraft } from './draft.ts'
import { versions } from './queries.ts'
import { markSeen } from './seen.ts'
import classes from './VersionsPage.module.css'

const route = getRouteApi('/_in/versions')

const PROMPT = 'Are you sure you want to delete this version?'
const UNTITLED = 'Untitled'

/** Whether a version was never saved; only then has it no title. */
const isDraft = ({ title }: Version) => title === ''

function AdminActions({ version, onDelete }: { version: Version; onDelete: () => Promise<void> }) {
  const { online } = useConnection()
  const isOther = useIsOther()
  const name = version.title || UNTITLED
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={`/version/${version._id}/edit`}
        variant="default"
        size="compact-sm"
        leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Button>
      {!isOther && (
        <ConfirmButton
          name={name}
          prompt={PROMPT}
          action="Delete"
          isDestructive
          variant="default"
          size="compact-sm"
          leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
          disabled={!online}
          aria-label={`Delete ${name}`}
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
      )}
    </div>
  )
}

/** Heading level of a release note. */
const ORDER = 2

function Note({ version, onDelete }: { version: Version; onDelete: () => Promise<void> }) {
  const { isAdmin } = useMe()
  const day = companyDayOf(version.createdAt)
  return (
    <Accordion.Item value={String(version._id)} id={`version-${version._id}`}>
      <Accordion.Control>
        <span className={classes.head}>
          <span className={classes.title}>{version.title || UNTITLED}</span>
          {isDraft(version) && <span className={classes.draft}>Draft</span>}
          <time dateTime={version.createdAt} title={wholeDay(day)}>
            {shortDay(day)}
          </time>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {isDraft(version) ? (
          <p className="quiet">Nothing is written yet. Only admins see this draft until it is saved.</p>
        ) : (
          <RichText html={version.text} under={ORDER} />
        )}
        {isAdmin && <AdminActions version={version} onDelete={onDelete} />}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** Returns the open notes: the one named in the address or else the newest, until the person opens or closes others. */
function useOpen(list: readonly Version[]) {
  const { open: wanted } = route.useSearch()
  const [chosen, setChosen] = useState<string[] | null>(null)
  const first = list.some(({ _id }) => _id === wanted) ? wanted : list[0]?._id
  useEffect(() => {
    if (wanted === undefined) return
    setChosen((before) => before && [...new Set([...before, String(wanted)])])
    document.getElementById(`version-${wanted}`)?.scrollIntoView({ block: 'start' })
  }, [wanted])
  return { open: chosen ?? (first === undefined ? [] : [String(first)]), setOpen: setChosen }
}

function Notes({ list, onDelete }: { list: readonly Version[]; onDelete: (version: Version) => Promise<void> }) {
  const me = useMe()
  const { open, setOpen } = useOpen(list)
  const newest = list.find((version) => !isDraft(version))?._id
  useEffect(() => {
    if (newest !== undefined) markSeen(me._id, newest)
  }, [me._id, newest])
  if (list.length === 0)
    return (
      <div className={classes.nothing} role="status">
        <Drawn drawing="open-door" />
        <p>Nothing has been announced yet.</p>
      </div>
    )
  return (
    <Accordion
      multiple
      order={ORDER}
      value={open}
      onChange={setOpen}
      keepMounted={false}
      classNames={{
        item: classes.item,
        control: classes.control,
        label: classes.label,
        content: classes.content,
        chevron: classes.chevron,
      }}
    >
      {list.map((version) => (
        <Note key={version._id} version={version} onDelete={() => onDelete(version)} />
      ))}
    </Accordion>
  )
}

function NewVersion({ onFailure }: { onFailure: (problem: unknown) => void }) {
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  async function open(made: Version): Promise<void> {
    queryClient.setQueryData(versions.one(made._id).queryKey, made)
    void queryClient.invalidateQueries({ queryKey: versions.list.queryKey })
    if (isHere()) await navigate({ to: '/version/$id/edit', params: { id: String(made._id) } })
  }
  return (
    <CreateButton
      name="New Version"
      create={(headers) => send(createVersion, { headers })}
      open={open}
      onFailure={onFailure}
    />
  )
}

export function VersionsPage() {
  const { _id: me, isAdmin } = useMe()
  const isOther = useIsOther()
  const { online } = useConnection()
  const { data, error } = useQuery(versions.list)
  const [failure, setFailure] = useState<unknown>(null)

  const remove = ({ _id }: Version) =>
    removeFromList({
      send: () => sendDeletion(deleteVersion, _id),
      onDone: () => {
        dropVersionDraft(me, _id)
        announce('The version was deleted.')
      },
      onFailure: setFailure,
      refresh: () => {
        queryClient.removeQueries({ queryKey: versions.one(_id).queryKey })
        return queryClient.invalidateQueries({ queryKey: versions.list.queryKey })
      },
      focusAbove: focusTitle,
    })

  return (
    <div className={classes.page}>
      <Page
        title="Versions"
        lead="What is new in the portal."
        aside={isAdmin && !isOther && <NewVersion onFailure={setFailure} />}
      >
        {isAdmin && !online && (
          <p className="quiet">You are offline. Versions can be created and deleted once the portal is back.</p>
        )}
        <ErrorAlert error={failure} />
        {data ? <Notes list={data} onDelete={remove} /> : <NotLoaded error={error} />}
      </Page>
    </div>
  )
}
