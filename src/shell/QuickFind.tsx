/**
 * Quick find (Ctrl+K): finds apps, people on the board, release notes and screens by name. Searches the data on the
 * device, so it works offline too.
 */
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
import { type Entry, entriesOf, searchEntries } from './quick-find-entries.ts'

const ICONS = { Apps: IconApps, People: IconUser, 'Release notes': IconNotes, 'Go to': IconArrowRight } as const
const [store, spotlight] = createSpotlight()

/** Returns the list that was held before while its items are the same, so that nothing is computed from it again. */
function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const [held, setHeld] = useState(list)
  if (held.length === list.length && held.every((item, at) => item === list[at])) return held
  setHeld(list)
  return list
}

/**
 * Returns all entries known now. A text of two characters or more also searches the catalogue beyond the cached pages.
 */
function useEntries(text: string): Entry[] {
  const me = useMe()
  const isOther = useIsOther()
  const mayReadBoard = boardReader.allows(callerOf(me), {}) === true
  const { data: onBoard } = useQuery({ ...board, enabled: mayReadBoard })
  useQuery(applications.page())
  const { data: notes } = useQuery(versions.list)
  useQuery({
    ...applications.page({ keyword: text.trim(), page: 1 }),
    enabled: text.trim().length > 1,
    placeholderData: keepPreviousData,
  })
  const apps = useSameList(useCachedApplications())
  // Kept while nothing changes: each key renders the results several times, and a company has thousands of people.
  return useMemo(
    () =>
      entriesOf({
        caller: callerOf(me),
        isOther,
        apps,
        board: (mayReadBoard && onBoard) || [],
        notes: notes?.filter(({ title }) => title !== '') ?? [],
      }),
    [me, isOther, apps, mayReadBoard, onBoard, notes],
  )
}

/** Returns the entry that Enter opens, to be announced: it is only marked visually, as the focus stays in the field. */
function useChosen(entries: readonly Entry[]): Entry | undefined {
  const { opened } = useSpotlight(store)
  const [id, setId] = useState<string>()
  // Spotlight marks the row's element, and the mark stays on it when other rows are added before it.
  useEffect(() => void setId(document.querySelector<HTMLElement>('[data-entry][data-selected]')?.dataset.entry))
  // While it closes, the text is cleared first, which moves the mark to another entry: that is not to be announced.
  return opened ? entries.find((entry) => entry.id === id) : undefined
}

/** The found entries; mounted only while the dialog is open. */
function Results({ text }: { text: string }) {
  const router = useRouter()
  const entries = useEntries(text)
  const groups = useMemo(() => searchEntries(entries, text), [entries, text])
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

/** Sets the field's text with an `input` event, as typing does: only then does Spotlight mark the first entry found. */
function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

interface QuickFindProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Returns the text typed before this field had the focus. */
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
      // On a low screen, leave the space to the results.
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
