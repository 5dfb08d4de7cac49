/**
 * Which code comes in one file. Left to the bundler it is in one file for each set of screens that share it: 180, half of
 * them under two kilobytes. Each costs a device about ten milliseconds when the portal is installed, and a launch or a
 * change of screen two to four. So what is needed at the same time is one file, and so are the screens of one app.
 */
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/** Earlier ones take a module, with what it imports, before later ones do. */
const GROUPS: readonly Omit<Group, 'priority'>[] = [
  // By itself: of two files the engine compiles both at the same time.
  {
    name: 'react',
    test: /node_modules\/(?!.*\/useBlocker\.js)(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|react-store|store))\//,
  },
  // What every page needs. Not what single screens use of a library.
  {
    name: 'first',
    test: /src\/(?:styles\/(?:mantine|theme|tokens|base|forced-colors)\.css|boot\.tsx|ui\/BusyButton\.tsx|shell\/ErrorAlert\.tsx|api\/portal-config\.ts|routes\/_in\/\$\.tsx\?tsr-split=component)$|node_modules\/(?!.*\/(?:useQueries|queriesObserver)\.js)(?:zod|@tanstack\/(?:query-core|react-query)|@mantine\/(?:hooks\/esm\/use-uncontrolled|core\/esm\/(?:core|components\/(?:Input|InputBase|TextInput|Button|Loader|UnstyledButton|ActionIcon|Paper|Transition|Alert|CloseButton))))\//,
  },
  // What nearly everybody sees after signing in; and the displays' calls, or the screens of admins would load the wall's.
  {
    name: 'inside',
    test: /src\/shell\/Frame\.tsx$|contract\/apps\/displays\.ts$|src\/routes\/_in(?:\/index|\/app\.onbreak\.index)?\.tsx\?tsr-split=component/,
  },
  // What whoever is not signed in sees; who registers has one small file more.
  {
    name: 'outside',
    test: /src\/routes\/login\.tsx\?tsr-split|src\/apps\/accounts\/SignInPage\.tsx$|node_modules\/@mantine\/(?:form|core\/esm\/components\/PasswordInput)\//,
  },
  // What a launch loads once its first screen stands, by and by. The queue waits for no style.
  { name: 'kinds', test: /src\/shell\/queued-kinds\.ts$/ },
  { name: 'engine', test: /src\/offline\/engine\.ts$/ },
  { name: 'home-parts', test: /src\/apps\/(?:checklist\/MyTasks|mood\/Reminder)\.tsx$/ },
  {
    name: 'controls',
    test: /node_modules\/@mantine\/core\/esm\/components\/(?:Checkbox|Switch|SegmentedControl|Breadcrumbs|Anchor|Text|Accordion|FileButton|ColorSwatch)\//,
  },
  { name: 'tips', test: /src\/ui\/Tips\.tsx$|node_modules\/@mantine\/core\/esm\/components\/Popover\// },
  // What forms, lists and dialogs have in common.
  {
    name: 'modal',
    test: /src\/ui\/(?:Confirm|Delete|Unsaved)\w+\.tsx$|node_modules\/@mantine\/core\/esm\/components\/(?:Modal|Drawer|ScrollArea)\//,
  },
  {
    name: 'combobox',
    test: /src\/ui\/(?:SearchSelect|SourcesField)\.tsx$|node_modules\/@mantine\/core\/esm\/components\/(?:Combobox|Select|TagsInput)\//,
  },
  {
    name: 'pieces',
    test: /src\/(?:api|forms|lib|ui|offline)\/(?!RichText|RunBars|MoodLines)|src\/(?:shell\/(?:UnsavedChanges|Sentence|use-saved|CreateButton)|apps\/accounts\/(?:registration|passwords-match))\.tsx?$|node_modules\/@tabler\/icons-react\//,
  },
  { name: 'task', test: /src\/apps\/checklist\/TaskSheet\.tsx$/ },
  { name: 'dialogs', test: /src\/shell\/(?:ChangesTray|SignOutDialog|QuickFind)\.tsx$/ },
  { name: 'csv', test: /node_modules\/papaparse\// },
  { name: 'charts', test: /src\/ui\/(?:RunBars|MoodLines)\.tsx$|node_modules\/(?:@mantine\/charts|recharts)\// },
  // An app's screens. The order of the todos is changed by a library as large as all the others together.
  { name: 'wall', test: /src\/routes\/app\.onbreak\.wall\.tsx\?tsr-split/ },
  { name: 'onbreak', test: /src\/routes\/_in\/app\.onbreak\..*\?tsr-split/ },
  { name: 'onboarding', test: /src\/routes\/_in\/app\.onboarding(?!\.todos\.index).*\?tsr-split/ },
  { name: 'versions', test: /src\/routes\/_in\/versions?\..*\?tsr-split/ },
  { name: 'admin', test: /src\/routes\/_in\/frontend-admin\..*\?tsr-split/ },
]

export const codeGroups: Group[] = GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index }))
