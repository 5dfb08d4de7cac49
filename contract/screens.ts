/**
 * The paths that are screens of the page (spec §2). The worker answers a navigation to one of them with the cached shell;
 * every other path goes to the network first, above all `/app/{slug}` of a catalogue app (offline.md §2.12). The server
 * answers each of these paths with the shell.
 */
import { patternOf } from './call.ts'

const WALL = '/app/onbreak/wall'

const SCREENS = [
  '/',
  '/login',
  '/register',
  '/profile',
  '/versions',
  '/version/:id/edit',
  '/app/etl',
  '/app/vid',
  '/app/onbreak',
  '/app/onbreak/:id/edit',
  '/app/onbreak/types',
  '/app/onbreak/displays',
  WALL,
  '/app/mood-report',
  '/app/reporting',
  '/app/onboarding',
  '/app/onboarding/new-user',
  '/app/onboarding/old-user',
  '/app/onboarding/todos',
  '/app/onboarding/todos/:id/edit',
  '/app/onboarding/departments',
  '/app/onboarding/departments/:id/edit',
  '/app/onboarding/:id',
  '/frontend-admin/userlist',
  '/frontend-admin/user/:id/edit',
  '/frontend-admin/applicationlist',
  '/frontend-admin/application/:id/edit',
  '/frontend-admin/productlist',
  '/frontend-admin/audit',
  '/frontend-admin/import',
] as const

export const knownRoutes: readonly string[] = SCREENS

/** The address of a screen, perhaps with search params. */
export type ScreenAddress = (typeof SCREENS)[number] | `${(typeof SCREENS)[number]}?${string}`

const patterns = SCREENS.map(patternOf)

/** Whether a path is a screen of the page. */
export const isKnownRoute = (pathname: string): boolean => patterns.some((pattern) => pattern.test(pathname))

const wall = patternOf(WALL)
/** Whether a path is the wall's. A wall keeps showing the board: nobody is there to bring it back. */
export const isWall = (pathname: string): boolean => wall.test(pathname)
