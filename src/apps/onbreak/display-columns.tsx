/** The columns of the list of displays. */
import type { Display } from '#contract/apps/displays.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { dayAndTime } from '#src/lib/time.ts'
import { DayAndTime, Elapsed } from '#src/ui/Clock.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import { DisplayName } from './DisplayName.tsx'
import classes from './DisplaysPage.module.css'

const byName = (a: Display, b: Display) => compareText(a.name, b.name) || a._id - b._id

/** Returns when and by whom a display was approved, which tells apart two displays of the same name. */
const approval = ({ createdAt, createdBy }: Display) => `${dayAndTime(createdAt)} by ${createdBy}`

interface Actions {
  readonly online: boolean
  /** Returns the name as the server has it by now. */
  readonly fetchName: (display: Display) => Promise<string>
  readonly onRename: (display: Display, name: string) => Promise<void>
  readonly onRevoke: (display: Display) => Promise<void>
}

export const displayColumns = ({ online, onRevoke, ...naming }: Actions): readonly Column<Display>[] => [
  {
    key: 'name',
    title: 'Display',
    phone: 'head',
    sort: byName,
    text: ({ name }) => name,
    cell: (display) => <DisplayName display={display} online={online} {...naming} />,
  },
  {
    key: 'seen',
    title: 'Last seen',
    width: '190px',
    sort: (a, b) => compareText(b.lastSeen ?? '', a.lastSeen ?? '') || byName(a, b),
    cell: ({ lastSeen }) =>
      lastSeen ? (
        <>
          <span className={classes.seen}>Last seen </span>
          <Elapsed since={lastSeen} /> ago
        </>
      ) : (
        'Not connected yet'
      ),
  },
  {
    key: 'approved',
    title: 'Approved',
    width: '320px',
    sort: (a, b) => compareText(a.createdAt, b.createdAt) || byName(a, b),
    text: approval,
    cell: ({ createdAt, createdBy }) => (
      <>
        <DayAndTime at={createdAt} /> by {createdBy}
      </>
    ),
  },
  {
    key: 'revoke',
    title: 'Revoke',
    width: '100px',
    phone: 'aside',
    cell: (display) => (
      <ConfirmButton
        name={display.name}
        prompt={`Are you sure you want to revoke this display, approved ${approval(display)}? It stops showing the board at once, and shows a new code.`}
        action="Revoke"
        isDestructive
        aria-label={`Revoke ${display.name}`}
        variant="subtle"
        color="gray"
        size="sm"
        px="xs"
        fw={600}
        disabled={!online}
        onConfirm={() => onRevoke(display)}
      >
        Revoke
      </ConfirmButton>
    ),
  },
]
