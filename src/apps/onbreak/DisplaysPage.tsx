/** The page where the screens on walls that show the board are approved and revoked (wire.md “On break”). */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { approveDisplay, type Display, renameDisplay, revokeDisplay } from '#contract/apps/displays.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { Problem } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useAddForm } from '#src/forms/use-add-form.ts'
import { deviceName } from '#src/lib/push-subscription.ts'
import { EmptyState } from '#src/screen/EmptyState.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import card from '#src/ui/Card.module.css'
import { ClockTime } from '#src/ui/Clock.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { DataTable, type Sort } from '#src/ui/table/DataTable.tsx'
import { type OutcomePart, useOutcome } from '#src/ui/use-outcome.ts'
import { useRemoval } from '#src/ui/use-removal.ts'
import classes from './DisplaysPage.module.css'
import { displayColumns } from './display-columns.tsx'
import { askingScreen, displays } from './display-queries.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: displays.queryKey })

interface PartProps extends OutcomePart {
  readonly online: boolean
}

/**
 * What a person compares with the screen in front of them before approving it (RFC 8628 §5.4). `isRefused`: the field says
 * by now that no screen shows this code, which may have expired since it was looked up.
 */
function AskingScreen({ code, isRefused }: { code: string; isRefused: boolean }) {
  const { data: screen, error } = useQuery(askingScreen(code))
  const isUnknown = error instanceof Problem && error.status === 404
  return (
    <p className={classes.asking} role="status">
      {!isRefused && isUnknown && 'Shown by no screen. Check the code.'}
      {!isRefused && screen && (
        <>
          Shown by {deviceName(screen.userAgent)}
          {screen.address && ` at ${screen.address}`} since <ClockTime at={screen.askedAt} />. Approve it only if that
          is the screen in front of you.
        </>
      )}
    </p>
  )
}

function ApproveForm({ online, ...part }: PartProps) {
  const form = useForm({
    initialValues: { code: '', name: '' },
    validate: (values) => fieldErrors(approveDisplay.body, values),
  })
  const { onSubmit, busy, failure } = useAddForm(form, part, {
    add: (body, headersFor) => {
      const approved = send(approveDisplay, { body, headers: headersFor(body) })
      // After a refusal: somebody else may have approved it first.
      void approved.catch(refresh)
      return approved
    },
    refresh,
    firstField: 'code',
    outcome: 'The display was approved. It shows the board in a few seconds.',
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once another part acts: the field's error is out of date
  useEffect(() => {
    if (!part.isLast) form.clearErrors()
  }, [part.isLast])
  const isAtField = failure instanceof Problem && failure.fields.code !== undefined
  return (
    <form noValidate className={classes.approve} onSubmit={onSubmit}>
      <ErrorAlert error={isAtField ? null : failure} />
      <div className={classes.fields}>
        <TextInput
          label="Code"
          aria-required
          placeholder="BCDF-GHJK"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={classes.code}
          {...form.getInputProps('code')}
        />
        <TextInput
          label="Name"
          aria-required
          placeholder="Canteen, first floor"
          autoComplete="off"
          className={classes.name}
          {...form.getInputProps('name')}
        />
        <AskingScreen code={form.values.code} isRefused={Boolean(form.errors.code)} />
        <BusyButton type="submit" busy={busy} disabled={!online} className={classes.submit}>
          Approve
        </BusyButton>
      </div>
    </form>
  )
}

function DisplayList({ online, ...part }: PartProps) {
  const { data, error } = useQuery(displays)
  const { heading, refusal, remove } = useRemoval(part, refresh)
  const [sort, setSort] = useState<Sort | null>(null)

  const onRevoke = ({ _id }: Display) => remove(() => sendDeletion(revokeDisplay, _id), 'The display was revoked.')
  const fetchName = async ({ _id, name }: Display) => {
    const now = await queryClient.fetchQuery(displays)
    return now.find((each) => each._id === _id)?.name ?? name
  }
  const onRename = async ({ _id: id }: Display, name: string) => {
    part.setOutcome('')
    const renamed = await send(renameDisplay, { params: { id }, body: { name } })
    await refresh()
    part.setOutcome(`Renamed to ${renamed.name}.`)
  }
  const columns = displayColumns({ online, onRevoke, fetchName, onRename })

  return (
    <section className={card.list} aria-labelledby="displays">
      <div className={card.head}>
        <h2 id="displays" ref={heading} tabIndex={-1}>
          All displays
        </h2>
      </div>
      <ErrorAlert error={refusal ?? (data ? null : error)} />
      {data && (
        <DataTable
          label="All displays"
          columns={columns}
          rows={data}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={setSort}
          mostWhole={Number.POSITIVE_INFINITY} // The form that renames one makes its row higher, which a long table cuts.
          empty="No displays yet. Open the wall on a screen and type its code above."
        />
      )}
      {!data && !error && <Loading />}
    </section>
  )
}

export function DisplaysPage() {
  const isOther = useIsOther()
  const { online } = useConnection()
  const { outcome, partOf } = useOutcome()
  return (
    <div className={classes.page}>
      <SubPage
        title="Displays"
        lead={
          !isOther && (
            <>
              Open <Link to="/app/onbreak/wall">the wall</Link> on a screen that nobody is signed in on. It shows a
              code; type it here, and the screen shows who is away from then on.
            </>
          )
        }
        parent={<Link to="/app/onbreak">On Break</Link>}
      >
        {isOther ? (
          <EmptyState drawing="closed-door">This portal has no displays.</EmptyState>
        ) : (
          <>
            <div className={classes.card}>
              <ApproveForm online={online} {...partOf('form')} />
              <p className={online ? card.said : card.hindrance} role="status">
                {online
                  ? outcome
                  : 'You are offline. Displays can be approved, renamed and revoked once the portal is back.'}
              </p>
            </div>
            <DisplayList online={online} {...partOf('list')} />
          </>
        )}
      </SubPage>
    </div>
  )
}
