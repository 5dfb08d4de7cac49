/**
 * Every call of the portal in one table, for the server's routes, the API page, the worker and the tests. The page imports
 * only the apps it needs instead, so that it loads no schema that it does not use.
 */
import * as accounts from './apps/accounts.ts'
import * as applications from './apps/applications.ts'
import * as audit from './apps/audit.ts'
import * as checklist from './apps/checklist.ts'
import * as displays from './apps/displays.ts'
import * as etl from './apps/etl.ts'
import * as mood from './apps/mood.ts'
import * as notifications from './apps/notifications.ts'
import * as onbreak from './apps/onbreak.ts'
import * as portal from './apps/portal.ts'
import * as reporting from './apps/reporting.ts'
import * as versions from './apps/versions.ts'
import * as videos from './apps/videos.ts'
import type { CallDeclaration } from './call.ts'
import { isObject } from './records.ts'

const isCall = (value: unknown): value is CallDeclaration =>
  isObject(value) && 'method' in value && 'path' in value && 'who' in value

/** The calls of each app by the app's name, sorted by the names of their exports. */
export const callsByApp: Readonly<Record<string, readonly CallDeclaration[]>> = Object.fromEntries(
  Object.entries({
    accounts,
    applications,
    audit,
    checklist,
    displays,
    etl,
    mood,
    notifications,
    onbreak,
    portal,
    reporting,
    versions,
    videos,
  }).map(([app, exports]) => [app, Object.values(exports).filter(isCall)]),
)

export const calls: readonly CallDeclaration[] = Object.values(callsByApp).flat()
