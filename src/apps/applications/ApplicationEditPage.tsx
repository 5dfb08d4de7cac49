/** The edit page of one application of the catalogue, for admins (spec §2 Application edit). */
import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Application, updateApplication } from '#contract/apps/applications.ts'
import { PathId } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { storedAlike, useConflictMerge } from '#src/forms/merge-conflicts.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { savedState } from '#src/screen/use-saved.ts'
import { useWindowPart } from '#src/screen/window-title.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import card from '#src/ui/Card.module.css'
import { useNamedList } from '#src/ui/use-named-list.ts'
import classes from './ApplicationEditPage.module.css'
import { ImageField } from './ImageField.tsx'
import { applications, type HomeSearch } from './queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search params of the list that the application was opened from, to return to it as it was. */
    applicationList?: HomeSearch
  }
}

const route = getRouteApi('/_in/frontend-admin/application/$id/edit')

const UNKNOWN = 'There is no such application.'
const NEEDS_NETWORK = 'Editing an application needs the network.'

const CONFLICT_OPTIONS = {
  fieldNames: { name: 'Name', urlslug: 'URL Slug', image: 'Image', category: 'Category', description: 'Description' },
  button: 'Update',
  isSame: storedAlike(updateApplication.body),
}

const editable = ({ name, urlslug, image, category, description }: Application) => ({
  name,
  urlslug,
  image,
  category,
  description,
})

/** Trims the slug: a blank that was pasted along cannot be seen. */
const trimmed = <Values extends { urlslug: string }>(values: Values) => ({ ...values, urlslug: values.urlslug.trim() })

const useList = () => useLocation({ select: ({ state }) => state.applicationList }) ?? {}

function ApplicationForm({ app }: { app: Application }) {
  useWindowPart(app.name)
  const { online } = useConnection()
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const { data: categories = [] } = useQuery(applications.categories)
  const list = useList()
  const isSaved = useRef(false)
  const upload = useRef<Promise<string | null>>(null)
  const nameList = useNamedList()
  const opened = editable(app)
  const merge = useConflictMerge(opened, CONFLICT_OPTIONS)
  const form = useForm({
    initialValues: opened,
    validate: (values) => fieldErrors(updateApplication.body, trimmed(values)),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(
    form,
    async (values) => {
      // Waits for an image that is being uploaded. If that fails nothing is saved, and the image field says why.
      const image = upload.current ? await upload.current : values.image
      if (image === null) return
      const now = await queryClient.fetchQuery({ ...applications.one(app._id), staleTime: 0 })
      await send(updateApplication, {
        params: { id: app._id },
        body: { _id: app._id, ...merge(trimmed({ ...values, image }), editable(now)) },
      })
      isSaved.current = true
      await queryClient.invalidateQueries({ queryKey: applications.key })
      if (!isHere()) return
      const state = savedState('The application was saved.', app._id)
      // No scroll reset: the list scrolls to the saved row.
      await navigate({ to: '/frontend-admin/applicationlist', search: list, state, resetScroll: false })
    },
    { conflict: 'urlslug' },
  )
  return (
    <form noValidate className={card.form} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={error} />
      <BusyFields busy={busy}>
        <TextInput label="Name" aria-required {...form.getInputProps('name')} />
        <TextInput
          label="URL Slug"
          aria-required
          description={
            app.hardId === null
              ? 'The app opens at /app/ followed by this.'
              : 'Built in: its address cannot be changed.'
          }
          readOnly={app.hardId !== null}
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('urlslug')}
        />
        <ImageField
          applicationId={app._id}
          onUpload={(next) => {
            upload.current = next
          }}
          {...form.getInputProps('image')}
        />
        <Autocomplete
          label="Category"
          placeholder="Optional"
          data={categories}
          onDropdownOpen={nameList}
          {...form.getInputProps('category')}
        />
        <Textarea label="Description" placeholder="Optional" rows={4} {...form.getInputProps('description')} />
      </BusyFields>
      <div className={classes.done}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Update
        </BusyButton>
        {!online && <p className="quiet">You are offline. Applications can be changed once the portal is back.</p>}
      </div>
      <UnsavedChanges isDirty={() => (form.isDirty() || upload.current !== null) && !isSaved.current} />
    </form>
  )
}

function OneApplication({ id }: { id: number }) {
  const { data, error } = useQuery(applications.one(id))
  // The form takes its values once: a later response does not overwrite what is typed.
  if (data) return <ApplicationForm app={data} />
  return <NotLoaded error={error} needsNetwork={NEEDS_NETWORK} />
}

export function ApplicationEditPage() {
  const id = PathId.safeParse(route.useParams().id).data
  const list = useList()
  return (
    <div className={card.page}>
      <SubPage
        title="Edit Application"
        parent={
          <Link to="/frontend-admin/applicationlist" search={list}>
            Applications
          </Link>
        }
      >
        {id ? <OneApplication key={id} id={id} /> : <ErrorAlert error={UNKNOWN} />}
      </SubPage>
    </div>
  )
}
