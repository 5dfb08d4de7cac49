/** Adds many people from a CSV file, which is checked before anything is sent (spec §4 “Registering a new user”). */
import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { departments } from '#src/api/departments.ts'
import { saveText } from '#src/lib/save-csv.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { focusTitle } from '#src/screen/Page.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { users } from '../queries.ts'
import classes from './ImportPage.module.css'
import { ImportRun } from './ImportRun.tsx'
import { checkImport, type ExistingRecords, type ImportFile } from './import-check.ts'
import { IMPORT_FLAG_NAMES, IMPORT_FLAGS, templateCsv } from './import-columns.ts'

const NEEDS_NETWORK = 'Importing people needs the network.'
const UNREADABLE = 'This file could not be read. Please choose it once more.'
const TOO_LARGE = 'This file is larger than 2 MB, which is too large for a list of people.'
const MOST_BYTES = 2_000_000

const refused = (problem: string): ImportFile => ({ problems: [problem], rows: [] })

interface ChosenFile extends ImportFile {
  readonly name: string
  /** Counts the chosen files, so that choosing the same file again starts a new check. */
  readonly turn: number
}

function Help() {
  return (
    <div className={classes.help}>
      <p>One row for each person, under these headings. Only Name and Email are required.</p>
      <dl>
        <dt>Name, Email</dt>
        <dd>Each gets an account, a temporary password and the checklist of their department.</dd>
        <dt>Department</dt>
        <dd>A department of this portal, by name.</dd>
        <dt>Manager’s Email</dt>
        <dd>Somebody with an account, or in the same file.</dd>
        <dt>Permissions</dt>
        <dd>“yes” or “no” under {IMPORT_FLAG_NAMES.map((flag) => IMPORT_FLAGS[flag]).join(', ')}. Empty is no.</dd>
      </dl>
    </div>
  )
}

function ImportForm({ existing, onAnother }: { existing: ExistingRecords; onAnother: () => void }) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const forget = useRef<() => void>(null)

  async function choose(file: File | null): Promise<void> {
    if (!file) return
    const found =
      file.size > MOST_BYTES
        ? refused(TOO_LARGE)
        : await file.text().then(
            (text) => checkImport(text, existing),
            () => refused(UNREADABLE),
          )
    setChosen((before) => ({ ...found, name: file.name, turn: (before?.turn ?? 0) + 1 }))
  }

  if (chosen && chosen.problems.length === 0)
    return (
      <>
        <p className={classes.file}>
          <strong>{chosen.name}</strong>
        </p>
        <ImportRun key={chosen.turn} file={chosen.rows} existingUsers={existing.users} onAnother={onAnother} />
      </>
    )

  return (
    <div className={classes.card}>
      {chosen && <ErrorAlert error={[`${chosen.name} cannot be imported.`, ...chosen.problems].join('\n')} />}
      <Help />
      <div className={classes.actions}>
        <FileButton
          resetRef={forget}
          accept=".csv,text/csv"
          onChange={(file) => {
            void choose(file)
            // Lets the same file be chosen again once it has been corrected.
            forget.current?.()
          }}
          inputProps={{ 'aria-label': 'CSV file' }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload size={18} stroke={1.5} aria-hidden />}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => saveText(templateCsv(), 'people-template.csv')}
        >
          Save the template
        </Button>
      </div>
      <p className="quiet">Nothing is changed until you have seen what the file would do.</p>
    </div>
  )
}

export function ImportPage() {
  const people = useQuery(users.list)
  // Fetched anew: a file is checked against it, so a list cached earlier is not good enough.
  const places = useQuery({ ...departments, staleTime: 0 })
  const [existing, setExisting] = useState<ExistingRecords | null>(null)
  const error = people.error ?? places.error
  function chooseAnother(): void {
    setExisting(null)
    focusTitle()
  }
  // Set once per file: a refetch must not change what the file is checked against.
  if (!existing && people.data && places.data && !people.isFetching && !places.isFetching)
    setExisting({ users: people.data, departments: places.data })
  return (
    <SubPage title="Import People" parent={<Link to="/frontend-admin/userlist">Users</Link>}>
      {existing ? (
        <ImportForm existing={existing} onAnother={chooseAnother} />
      ) : (
        <NotLoaded error={error} needsNetwork={NEEDS_NETWORK} />
      )}
    </SubPage>
  )
}
