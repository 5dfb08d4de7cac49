/**
 * The chunks of the page's code. By default the bundler makes one file for each set of screens that share code: 180,
 * half of them under two kilobytes. Each file costs a device about ten milliseconds at installation, and two to four at
 * a launch or a change of screen. So code needed at the same time is one file, and so are the screens of one app.
 */
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/** The groups; an earlier group takes a module, with its imports, before a later one. */
const GROUPS: readonly Omit<Group, 'priority'>[] = [
  // Separate from `first`, as the engine compiles two files at the same time.
  {
    name: 'react',
    test: /node_modules\/(?!.*\/useBlocker\.js)(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|react-store|store))\//,
  },
  // Code that every page needs, without the parts of libraries that only single screens use.
  {
    name: 'first',
    test: /src\/(?:styles\/(?:mantine|theme|tokens|base|forced-colors)\.css|boot\.tsx|ui\/BusyButton\.tsx|screen\/ErrorAlert\.tsx|api\/portal-config\.ts|routes\/_in\/\$\.tsx\?tsr-split=component)$|node_modules\/(?!.*\/(?:useQueries|queriesObserver)\.js)(?:zod|@tanstack\/(?:query-core|react-query)|@mantine\/(?:hooks\/esm\/use-uncontrolled|core\/esm\/(?:core|components\/(?:Input|InputBase|TextInput|Button|Loader|UnstyledButton|ActionIcon|Paper|Transition|Alert|CloseButton))))\//,
  },
  // Screens that nearly everybody sees after signing in. With the displays' calls, or admin screens would load `wall`.
  {
    name: 'inside',
    test: /src\/shell\/Frame\.tsx$|contract\/apps\/displays\.ts$|src\/routes\/_in(?:\/index|\/app\.onbreak\.index)?\.tsx\?tsr-split=component/,
  },
  // The screens before signing in; registering takes one more small file.
  {
    name: 'outside',
    test: /src\/routes\/login\.tsx\?tsr-split|src\/apps\/accounts\/SignInPage\.tsx$|node_modules\/@mantine\/(?:form|core\/esm\/components\/PasswordInput)\//,
  },
  // Code that a launch loads after its first screen. The outbox (`engine`) must not wait for a style sheet.
  { name: 'kinds', test: /src\/shell\/changes\/queued-kinds\.ts$/ },
  // With what a changed right asks for: a file of its own might be missing after a release, which reloads the page.
  { name: 'engine', test: /src\/(?:offline\/engine|shell\/forget-lost)\.ts$/ },
  { name: 'home-parts', test: /src\/apps\/(?:checklist\/MyTasks|mood\/Reminder)\.tsx$/ },
  {
    name: 'controls',
    test: /node_modules\/@mantine\/core\/esm\/components\/(?:Checkbox|Switch|SegmentedControl|Breadcrumbs|Anchor|Text|Accordion|FileButton|ColorSwatch)\//,
  },
  { name: 'tips', test: /src\/ui\/Tips\.tsx$|node_modules\/@mantine\/core\/esm\/components\/Popover\// },
  // Code shared by forms, lists and dialogs.
  {
    name: 'modal',
    test: /src\/ui\/(?:Confirm|Delete)\w+\.tsx$|node_modules\/@mantine\/core\/esm\/components\/(?:Modal|Drawer|ScrollArea)\//,
  },
  {
    name: 'combobox',
    test: /src\/ui\/(?:SearchSelect|SourcesField)\.tsx$|node_modules\/@mantine\/core\/esm\/components\/(?:Combobox|Select|TagsInput)\//,
  },
  {
    name: 'pieces',
    test: /src\/(?:api|forms|lib|ui|offline)\/(?!rich-text\/RichText|RunBars|MoodLines)|src\/(?:screen\/(?:UnsavedChanges|EmptyState|NotLoaded|use-saved|CreateButton|SubPage)|apps\/accounts\/(?:registration|new-password|NewPasswordFields))\.tsx?$|node_modules\/@tabler\/icons-react\//,
  },
  { name: 'task', test: /src\/apps\/checklist\/TaskSheet\.tsx$/ },
  { name: 'dialogs', test: /src\/shell\/(?:changes\/ChangesTray|SignOutDialog|QuickFind)\.tsx$/ },
  { name: 'csv', test: /node_modules\/papaparse\// },
  { name: 'charts', test: /src\/ui\/(?:RunBars|MoodLines)\.tsx$|node_modules\/(?:@mantine\/charts|recharts)\// },
  // The screens of each app. Not the list of todos: its drag-and-drop library is as large as all the others together.
  { name: 'wall', test: /src\/routes\/app\.onbreak\.wall\.tsx\?tsr-split/ },
  { name: 'onbreak', test: /src\/routes\/_in\/app\.onbreak\..*\?tsr-split/ },
  { name: 'onboarding', test: /src\/routes\/_in\/app\.onboarding(?!\.todos\.index).*\?tsr-split/ },
  { name: 'versions', test: /src\/routes\/_in\/versions?\..*\?tsr-split/ },
  { name: 'admin', test: /src\/routes\/_in\/frontend-admin\..*\?tsr-split/ },
]

export const codeGroups: Group[] = GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index }))
