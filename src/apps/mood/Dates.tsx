/**
 * The choice of the week to report on, or the note that none is left, with the reports that the server does not have.
 */
import { Button, Select } from '@mantine/core'
import type { DateRange } from '#contract/apps/mood.ts'
import { useMe } from '#src/api/session.ts'
import type { Row } from '#src/offline/row.ts'
import { Face } from '#src/ui/Faces.tsx'
import { NoOptions } from '#src/ui/SearchSelect.tsx'
import { useNamedList } from '#src/ui/use-named-list.ts'
import { labelOf } from './changes.ts'
import classes from './HomeView.module.css'
import { RefusedReport, ReportStatus } from './Thanks.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

interface UnsettledProps {
  readonly unsettled: readonly Row[]
  /** Opens the form with the text of a refused report. */
  readonly onText: (period: number) => void
}

function Unsettled({ unsettled, onText }: UnsettledProps) {
  if (unsettled.length === 0) return null
  return (
    <ul className={classes.unsettled} aria-label="Not sent yet">
      {unsettled.map((row) => (
        <li key={row.seq}>
          <strong>{row.about}</strong>
          {row.state === 'rejected' ? <RefusedReport row={row} onText={onText} /> : <ReportStatus row={row} />}
        </li>
      ))}
    </ul>
  )
}

export function AllSet(props: UnsettledProps) {
  const me = useMe()
  const heading = useHeadingFocus({ ifLost: true })
  return (
    <section className={classes.thanks}>
      <div className={classes.sun}>
        <Face level={4} size={112} />
      </div>
      <h2 ref={heading} tabIndex={-1}>
        Welcome Back {me.name}.
      </h2>
      <p>You're all set, thanks for keeping your leaders updated on how you feel.</p>
      <Unsettled {...props} />
    </section>
  )
}

interface DatesProps extends UnsettledProps {
  readonly open: readonly DateRange[]
  readonly onChoose: (period: number) => void
  /** The open weeks for which this device holds a draft. */
  readonly begun: readonly DateRange[]
  /** Set right after a form was reset: restores what was written in it. */
  readonly onBringBack?: () => void
}

export function Dates({ open, begun, onChoose, onBringBack, ...unsettled }: DatesProps) {
  const heading = useHeadingFocus({ ifLost: true })
  const nameList = useNamedList()
  return (
    <section className={classes.dates} aria-labelledby="which-week">
      <div className={classes.faces} aria-hidden="true">
        {[1, 2, 3, 4, 5].map((level) => (
          <Face key={level} level={level} size={56} />
        ))}
      </div>
      <h2 id="which-week" ref={heading} tabIndex={-1}>
        Which week is it about?
      </h2>
      <Select
        label="Date Range"
        size="md"
        placeholder="Select..."
        nothingFoundMessage={<NoOptions />}
        maxDropdownHeight={300}
        openOnFocus={false}
        onDropdownOpen={nameList}
        value={null}
        data={open.map((period) => ({ value: String(period._id), label: labelOf(period) }))}
        onChange={(period) => period && onChoose(Number(period))}
      />
      {begun.map((period) => (
        <p key={period._id} className={classes.cleared}>
          You have begun {labelOf(period)}.
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Go on with ${labelOf(period)}`}
            onClick={() => onChoose(period._id)}
          >
            Go on
          </Button>
        </p>
      ))}
      {onBringBack && (
        <p className={classes.cleared} role="status">
          The form was reset.
          <Button variant="subtle" size="compact-sm" onClick={onBringBack}>
            Bring back what I wrote
          </Button>
        </p>
      )}
      <Unsettled {...unsettled} />
    </section>
  )
}
