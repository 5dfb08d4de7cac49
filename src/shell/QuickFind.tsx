/** Ctrl+K: apps, people on the board, release notes and screens by their names; from what is on the device, so without a line too. */
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconApps, IconArrowRight, IconNotes, IconSearch, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { boardReader } from '#contract/who.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { callerOf, useMe } from '#src/api/session.ts'
import { applications } from '#src/apps/applications/queries.ts'
import { useCachedApplications } from '#src/apps/applications/use-cached-applications.ts'
import { board } from '#src/apps/onbreak/queries.ts'
import { versions } from '#src/apps/versions/queries.ts'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import classes from './QuickFind.module.css'
import { type Entry, entriesOf, found } from './quick-find-entries.ts'

const ICONS = { Apps: IconApps, People: IconUser, 'Release notes': IconNotes, 'Go to': IconArrowRight } as const
const [store, spotlight] = createSpotlight()

/** What may be found now. More pages of the catalogue than this device has seen come by the text that is looked for. */
function useEntries(text: string): Entry[] {
  const me = useMe()
  const caller = callerOf(me)
  const isOther = useIsOther()
  const mayReadBoard = boardReader.allows(caller, {}) === true
  const { data: onBoard } = useQuery({ ...board, enabled: mayReadBoard })
  useQuery(applications.page())
  const { data: notes = [] } = useQuery(versions.list)
  useQuery({
    ...applications.page({ keyword: text.trim(), page: 1 }),
    enabled: text.trim().length > 1,
    placeholderData: keepPreviousData,
  })
  const apps = useCachedApplications()
  return entriesOf({
    caller,
    isOther,
    apps,
    board: (mayReadBoard && onBoard) || [],
    notes: notes.filter(({ title }) => title !== ''),
  })
}

/** The one that Enter leads to: only its looks tell, as the focus stays in the field. */
function useChosen(entries: readonly Entry[]): Entry | undefined {
  const { opened } = useSpotlight(store)
  const [id, setId] = useState<string>()
  // The mark is put on the row itself, and stays there when others come before it.
  useEffect(() => void setId(document.querySelector<HTMLElement>('[data-entry][data-selected]')?.dataset.entry))
  // As it closes the text goes first, and the mark with it to what is first without one.
  return opened ? entries.find((entry) => entry.id === id) : undefined
}

/** Only there while the dialog is open. */
function Results({ text }: { text: string }) {
  const router = useRouter()
  const entries = useEntries(text)
  const groups = useMemo(() => found(entries, text), [entries, text])
  const hits = useMemo(() => [...groups.values()].flat(), [groups])
  const chosen = useChosen(hits)
  const go = ({ address, isFullPage }: Entry) => {
    if (isFullPage) window.location.assign(address)
    else router.history.push(address)
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {text && `${hits.length} found`}
      </p>
      <p role="status" className="visually-hidden">
        {chosen && [chosen.label, chosen.description].filter(Boolean).join(', ')}
      </p>
      <Spotlight.ActionsList>
        {[...groups].map(([group, members]) => {
          const Icon = ICONS[group]
          return (
            <Spotlight.ActionsGroup key={group} label={group}>
              {members.map((entry) => (
                <Spotlight.Action
                  key={entry.id}
                  data-entry={entry.id}
                  label={entry.label}
                  {...(entry.description ? { description: entry.description } : {})}
                  leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
                  onClick={() => go(entry)}
                />
              ))}
            </Spotlight.ActionsGroup>
          )
        })}
        {hits.length === 0 && <Spotlight.Empty>Nothing found for “{text.trim()}”.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </>
  )
}

/** As if it had been typed there: only what is typed marks the first that is found. */
function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

interface QuickFindProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** What was typed before the field here had the focus. */
  readonly takeOver: () => string
}

export function QuickFind({ opened, onClose, takeOver }: QuickFindProps) {
  const [text, setText] = useState('')
  useEffect(() => void (opened ? spotlight.open() : spotlight.close()), [opened])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      transitionProps={{ duration: 150 }}
      scrollable
      // On a low screen the place goes to what is found.
      yOffset="clamp(8px, 10dvh, 80px)"
      maxHeight="clamp(200px, 60dvh, 480px)"
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      classNames={{
        content: classes.content,
        search: classes.search,
        actionsList: classes.list,
        action: classes.action,
        actionsGroup: classes.group,
        actionDescription: classes.description,
        actionSection: classes.section,
      }}
      attributes={{ content: { 'aria-label': 'Quick find' } }}
    >
      <Spotlight.Search
        type="search"
        aria-label="Quick find"
        placeholder="Apps, people, notes, screens"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="go"
        onFocus={({ currentTarget }) => {
          const typed = takeOver()
          if (typed) typeInto(currentTarget, typed)
        }}
        leftSection={<IconSearch size={20} stroke={1.5} aria-hidden />}
      />
      <BackCloses onBack={spotlight.close} />
      <Results text={text} />
    </Spotlight.Root>
  )
}
