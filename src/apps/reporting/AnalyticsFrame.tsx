/**
 * Frame for the dashboards of another server (spec §2 “Other screens”), and the form where an admin sets their address.
 */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setAnalytics } from '#contract/apps/reporting.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { useMe } from '#src/api/session.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { setUntouched, useServerValues } from '#src/forms/server-values.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Drawn } from '#src/screen/Message.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { analytics } from './queries.ts'
import classes from './ReportingPage.module.css'

function AddressForm({ url }: { url: string }) {
  const { online } = useConnection()
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initialValues: { url },
    onValuesChange: () => setSaved(false),
    validate: ({ url }) => fieldErrors(setAnalytics.body, { url: url.trim() }),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(form, async (values) => {
    const stored = await send(setAnalytics, { body: { url: values.url.trim() } })
    queryClient.setQueryData(analytics.queryKey, stored)
    setUntouched(form, values, stored)
    setSaved(true)
  })
  useServerValues(form, { url })
  return (
    <form noValidate className={classes.address} onSubmit={form.onSubmit(submit, onInvalid)}>
      <TextInput
        label="Address of the analytics"
        description="A dashboard on your analytics server, https only. Leave it empty for none."
        placeholder="https://analytics.example.com/dashboard"
        type="url"
        {...form.getInputProps('url')}
      />
      <BusyButton type="submit" busy={busy} disabled={!online}>
        Save
      </BusyButton>
      <p className="quiet" role="status">
        {saved && 'Saved.'}
      </p>
      <ErrorAlert error={error} />
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </form>
  )
}

export function AnalyticsFrame() {
  const me = useMe()
  const { online } = useConnection()
  const { data, error } = useQuery(analytics)
  const isKeeper = useIsOther() ? false : me.isAdmin
  // Offline, the message about the figures covers this part as well.
  if (!data && !(online && error)) return null
  return (
    <section className={`${classes.card} ${classes.analytics}`} aria-label="Analytics">
      <h2>Analytics</h2>
      {!data ? (
        <div className={classes.unread}>
          <ErrorAlert error={error} />
        </div>
      ) : data.url === '' ? (
        <div className={classes.placeholder}>
          <Drawn drawing="path" />
          {isKeeper ? 'No dashboard is embedded yet. Enter its address below.' : 'No dashboard is embedded yet.'}
        </div>
      ) : online ? (
        <iframe
          className={classes.frame}
          title="Analytics"
          src={data.url}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        />
      ) : (
        <p className="quiet">The analytics need the network.</p>
      )}
      {data && isKeeper && <AddressForm url={data.url} />}
    </section>
  )
}
