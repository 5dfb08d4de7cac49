/** The API keys with which pipelines report their runs, managed by admins (wire.md “ETL”). */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiKey, deleteApiKey, postLineage } from '#contract/apps/etl.ts'
import { useConnection } from '#src/api/connection.ts'
import { Unreachable } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { copyLabel, useCopy } from '#src/lib/use-copy.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { CopyNote } from '#src/ui/CopyNote.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { useOutcome } from '#src/ui/use-outcome.ts'
import { useRemoval } from '#src/ui/use-removal.ts'
import { KeyForm } from './KeyForm.tsx'
import classes from './Keys.module.css'
import { apiKeys } from './queries.ts'
import { RunTime } from './RunTime.tsx'

const REVOKE = 'Are you sure you want to revoke this key? Anything that uses it will be refused.'
const NOT_TAKEN = 'The key is not copied yet, and is shown only this once. Leave anyway?'
const NEEDS_NETWORK = 'The list of keys needs the network. It is not kept on this device.'
const OFFLINE = 'You are offline. Keys can be made and revoked once the portal is back.'

const refresh = () => queryClient.invalidateQueries({ queryKey: apiKeys.queryKey })

/** Shows a new key. This is the only time the secret is shown. */
function NewKey({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  const clipboard = useCopy()
  const [isTaken, setTaken] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The form is unmounted and the focus with it, so the focus moves to the key.
  useEffect(() => void field.current?.focus(), [])
  useEffect(() => {
    if (clipboard.outcome === 'copied') setTaken(true)
  }, [clipboard.outcome])
  return (
    <section className={classes.fresh} aria-label={`New key: ${name}`}>
      <TextInput
        ref={field}
        label={`The key for ${name}`}
        description="Copy it now: it is shown only this once."
        value={secret}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        onCopy={() => setTaken(true)}
        classNames={{ input: classes.secret }}
      />
      <div className={classes.row}>
        <Button onClick={() => void clipboard.copy(secret)}>{copyLabel(clipboard.outcome, 'Copy key')}</Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <CopyNote outcome={clipboard.outcome} />
      </div>
      <UnsavedChanges within="tab" isDirty={() => !isTaken} prompt={NOT_TAKEN} />
      {clipboard.outcome === 'failed' && (
        <p className={classes.hint}>Copying is not allowed here. Select the key and copy it yourself.</p>
      )}
    </section>
  )
}

/** A longer list is cut to this many sources; the rest can be expanded. */
const SHOWN_SOURCES = 3

/** The data sources that the key may report for. */
function Scope({ sources }: Pick<ApiKey, 'sources'>) {
  if (!sources) return <span className={classes.used}>May report for all data sources</span>
  if (sources.length <= SHOWN_SOURCES + 1)
    return <span className={classes.used}>May report for {sources.join(', ')} only</span>
  return (
    <details className={classes.used}>
      <summary>
        May report for {sources.slice(0, SHOWN_SOURCES).join(', ')} and {sources.length - SHOWN_SOURCES} more only
      </summary>
      {sources.slice(SHOWN_SOURCES).join(', ')}
    </details>
  )
}

function KeyRow({ apiKey, online, onRevoke }: { apiKey: ApiKey; online: boolean; onRevoke: () => Promise<void> }) {
  const { name, createdAt, lastUsed, prefix, sources } = apiKey
  return (
    <li className={classes.key}>
      <span className={classes.name}>
        {name} <code className={classes.prefix}>{prefix}…</code>
      </span>
      <span className={classes.used}>
        Made <RunTime at={createdAt} /> ·{' '}
        {lastUsed ? (
          <>
            last used <RunTime at={lastUsed} />
          </>
        ) : (
          'never used'
        )}
      </span>
      <Scope sources={sources} />
      <ConfirmButton
        name={name}
        prompt={REVOKE}
        action="Revoke"
        isDestructive
        variant="default"
        size="compact-sm"
        disabled={!online}
        aria-label={`Revoke ${name}`}
        onConfirm={onRevoke}
      >
        Revoke
      </ConfirmButton>
    </li>
  )
}

export function Keys() {
  const { online } = useConnection()
  const { data, error } = useQuery(apiKeys)
  const isOutOfReach = !data && (!online || error instanceof Unreachable)
  const [fresh, setFresh] = useState<{ name: string; key: string } | null>(null)
  const { outcome, partOf } = useOutcome()
  const { heading, refusal, remove } = useRemoval(partOf('list'), refresh)
  const revoke = ({ _id }: ApiKey) => remove(() => sendDeletion(deleteApiKey, _id), 'The key was revoked.')

  function dismiss(): void {
    setFresh(null)
    heading.current?.focus()
  }

  return (
    <section className={classes.keys} aria-labelledby="keys">
      <div>
        <h2 id="keys" ref={heading} tabIndex={-1}>
          API Keys
        </h2>
        <p className={classes.hint}>
          Airflow, dbt, Spark and others report their runs here as OpenLineage events, with a key as the bearer token,
          to <code>{window.location.origin + postLineage.path}</code>
        </p>
      </div>
      <ErrorAlert error={refusal ?? (data || isOutOfReach ? null : error)} />
      {fresh ? (
        <NewKey name={fresh.name} secret={fresh.key} onDone={dismiss} />
      ) : (
        <KeyForm
          online={online}
          {...partOf('form')}
          onMade={async ({ name, key }) => {
            setFresh({ name, key })
            await refresh()
          }}
        />
      )}
      <p className={classes.said} role="status">
        {online ? outcome : OFFLINE}
      </p>
      {data ? (
        data.length > 0 ? (
          <ul className={classes.list}>
            {data.map((apiKey) => (
              <KeyRow key={apiKey._id} apiKey={apiKey} online={online} onRevoke={() => revoke(apiKey)} />
            ))}
          </ul>
        ) : (
          <p className={classes.hint}>No keys yet. The first one lets a pipeline report its runs.</p>
        )
      ) : isOutOfReach ? (
        <p className={classes.hint}>{NEEDS_NETWORK}</p>
      ) : (
        !error && <Loading />
      )}
    </section>
  )
}
