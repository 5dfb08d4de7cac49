/** The editor of a release note, for admins (spec §2 Versions). Every change is saved on the device. */
import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { updateVersion, type Version } from '#contract/apps/versions.ts'
import { PathId } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { Problem } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { useMe } from '#src/api/session.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { storedAlike, useConflictMerge } from '#src/forms/merge-conflicts.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { announce } from '#src/lib/announce.ts'
import { useKeptDraft } from '#src/offline/use-kept-draft.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { focusTitle } from '#src/screen/Page.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { useWindowPart } from '#src/screen/window-title.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import { RichTextField } from '#src/ui/rich-text/RichTextField.tsx'
import {
  draftName,
  dropVersionDraft,
  parseVersionDraft,
  type VersionDraft,
  type VersionValues,
  versionDraftOf,
} from './draft.ts'
import { versions } from './queries.ts'
import classes from './VersionEditPage.module.css'

const route = getRouteApi('/_in/version/$id/edit')

/** Compares parsed HTML, because the server writes some tags differently than the editor. */
const isSameText = (one: string, other: string): boolean => one === other || bodyOf(one).isEqualNode(bodyOf(other))
const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

const CONFLICT_OPTIONS = {
  fieldNames: { title: 'Title', text: 'Details' },
  button: 'Save',
  isSame: storedAlike(updateVersion.body, { text: isSameText }),
}

/** Whether a draft was saved already: the answer was lost, and the page was closed before it arrived. */
const isSavedAlready = (draft: VersionValues, version: Version): boolean =>
  CONFLICT_OPTIONS.isSame('title', draft.title, version.title) &&
  CONFLICT_OPTIONS.isSame('text', draft.text, version.text)

function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      variant="light"
      color="gray"
      className={classes.kept}
      icon={<IconHistory size={20} stroke={1.5} aria-hidden />}
    >
      <span>This is what you wrote here and did not save.</span>
      <Button variant="default" size="compact-sm" onClick={onDiscard}>
        Back to the saved version
      </Button>
    </Alert>
  )
}

interface VersionFormProps {
  readonly version: Version
  readonly kept: VersionDraft | null
  readonly onTouch: () => void
  readonly onDiscard: () => void
}

function VersionForm({ version: { _id, title, text }, kept, onTouch, onDiscard }: VersionFormProps) {
  useWindowPart(title || 'New version')
  const me = useMe()
  const { online } = useConnection()
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const isSaved = useRef(false)
  const [opened] = useState(() => kept?.over ?? { title, text })
  const isAsSaved = (values: VersionValues) => values.title === title && values.text === text
  const merge = useConflictMerge(opened, CONFLICT_OPTIONS)
  const { isKept, keep } = useKeptDraft<VersionValues>({
    name: draftName(_id),
    read: parseVersionDraft,
    isNothing: isAsSaved,
    opened,
  })
  /**
   * How many texts came from another window. The editor reads its text only when it mounts, so this serves as its key.
   */
  const [textTurn, setTextTurn] = useState(0)
  const form = useForm<VersionValues>({
    initialValues: kept ? { title: kept.title, text: kept.text } : { title, text },
    validate: (values) => fieldErrors(updateVersion.body, values),
    onValuesChange: (values, previous) => {
      onTouch()
      if (isSaved.current) return
      const shown = keep(values, previous)
      // Shows what another window wrote too, so that the form saves exactly what is on screen.
      if (shown.title !== values.title) form.setFieldValue('title', shown.title)
      if (shown.text !== values.text) {
        form.setFieldValue('text', shown.text)
        setTextTurn((turn) => turn + 1)
      }
    },
  })
  const save = async (values: VersionValues) => {
    const now = await queryClient.fetchQuery({ ...versions.one(_id), staleTime: 0 })
    const body = merge(values, { title: now.title, text: now.text })
    const saved = await send(updateVersion, { params: { id: _id }, body })
    isSaved.current = true
    dropVersionDraft(me._id, _id)
    queryClient.setQueryData(versions.one(_id).queryKey, saved)
    await queryClient.invalidateQueries({ queryKey: versions.list.queryKey })
    if (isHere()) await navigate({ to: '/versions' })
    announce('The version was saved.')
  }
  const { submit, busy, error, onInvalid } = useSubmit(form, save)
  const isDirty = !isAsSaved(form.values)
  return (
    <form
      noValidate
      className={classes.form}
      aria-label={title || 'New version'}
      onSubmit={form.onSubmit(submit, onInvalid)}
    >
      {kept && <DraftNote onDiscard={onDiscard} />}
      <ErrorAlert error={error} />
      <BusyFields busy={busy}>
        <TextInput label="Title" aria-required {...form.getInputProps('title')} />
        <RichTextField
          key={textTurn}
          label="Details"
          path="text"
          value={form.values.text}
          onChange={(html) => form.setFieldValue('text', html)}
          error={form.errors.text as string | undefined}
        />
      </BusyFields>
      <div className={classes.done}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Save
        </BusyButton>
        <p className="quiet" role="status">
          {!isKept
            ? 'This device cannot keep what you write. Please save it before you leave.'
            : !online
              ? 'You are offline. What you write is kept on this device; save it once the portal is back.'
              : isDirty && 'Not saved yet, but kept on this device.'}
        </p>
      </div>
      <UnsavedChanges isDirty={() => !isAsSaved(form.getValues()) && !isSaved.current} />
    </form>
  )
}

/** Form with the server's version, or with the unsaved draft of it. */
function VersionEditor({ version }: { version: Version }) {
  const me = useMe()
  const [kept, setKept] = useState(() => {
    const held = versionDraftOf(me._id, version._id)
    return held && isSavedAlready(held, version) ? null : held
  })
  /** The version the form starts from, and how often it has started over. */
  const [{ opened, turn }, setOpened] = useState({ opened: version, turn: 0 })
  const box = useRef<HTMLDivElement>(null)
  const isTouched = useRef(false)
  const discard = () => {
    dropVersionDraft(me._id, version._id)
    isTouched.current = false
    // Without `kept` a new form mounts in place of the draft's. A form that was already without it goes on, with this
    // version as the saved one.
    setOpened(({ turn }) => ({ opened: version, turn }))
    setKept(null)
  }
  // The version shown at first may be older than one that was saved from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each version that arrives
  useEffect(() => {
    const held = versionDraftOf(me._id, version._id)
    if (held && isSavedAlready(held, version)) discard()
    // Nobody has started to write, so the form starts over with the new version.
    else if (!kept && !isTouched.current && version !== opened && !box.current?.contains(document.activeElement))
      setOpened(({ turn }) => ({ opened: version, turn: turn + 1 }))
  }, [version])
  return (
    <div ref={box}>
      <VersionForm
        key={kept ? 'kept' : turn}
        version={kept ? version : opened}
        kept={kept}
        onTouch={() => {
          isTouched.current = true
        }}
        onDiscard={() => {
          discard()
          focusTitle()
        }}
      />
    </div>
  )
}

function OneVersion({ id }: { id: number }) {
  const me = useMe()
  const { data, error } = useQuery(versions.one(id))
  // The draft can never be shown again, and sign-out would warn about it.
  const isGone = !data && error instanceof Problem && error.isOurs && error.status === 404
  useEffect(() => {
    if (isGone) dropVersionDraft(me._id, id)
  }, [isGone, me._id, id])
  // Later answers do not overwrite what is typed.
  if (data) return <VersionEditor version={data} />
  return <NotLoaded error={error} />
}

export function VersionEditPage() {
  const id = PathId.safeParse(route.useParams().id).data
  return (
    <div className={classes.page}>
      <SubPage title="Edit Version" parent={<Link to="/versions">Versions</Link>}>
        {id ? <OneVersion key={id} id={id} /> : <ErrorAlert error="There is no such version." />}
      </SubPage>
    </div>
  )
}
