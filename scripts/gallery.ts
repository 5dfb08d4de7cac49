/** `npm run gallery`: draws contact sheets of every screen of the sample company: desktop, phone, and dark scheme. */
import { mkdirSync } from 'node:fs'
import type { BrowserContextOptions } from '@playwright/test'
import sharp, { type OverlayOptions } from 'sharp'
import { listUsers } from '#contract/apps/accounts.ts'
import { listApplications } from '#contract/apps/applications.ts'
import { listDepartments, listIncompleteUsers, listTodos } from '#contract/apps/checklist.ts'
import { listDataSources } from '#contract/apps/etl.ts'
import { listAllReports, listOpenPeriods } from '#contract/apps/mood.ts'
import { listVersions } from '#contract/apps/versions.ts'
import { knownRoutes } from '#contract/screens.ts'
import { escaped } from '#server/lib/html.ts'
import { inStudio, type Shot, type Studio } from './pictures.ts'

const FOLDER = 'docs/gallery'
const GAP = 16
const LABEL = 24

interface Sheet {
  readonly name: string
  readonly device: BrowserContextOptions
  readonly colorScheme: Shot['colorScheme']
  readonly columns: number
  /** Width of one picture on the sheet, in pixels. */
  readonly width: number
}

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const SHEETS: readonly Sheet[] = [
  { name: 'desktop', device: DESKTOP, colorScheme: 'light', columns: 5, width: 400 },
  { name: 'dark', device: DESKTOP, colorScheme: 'dark', columns: 5, width: 400 },
  { name: 'phone', device: PHONE, colorScheme: 'light', columns: 9, width: 210 },
]

const SIGNED_OUT = ['/login', '/register']
/** Routes left out, as they redirect to a screen that is on the sheet. */
const ELSEWHERE = ['/frontend-admin/productlist']

/**
 * Returns the paths to draw: every route, with an id of the sample company for `:id`, then other views of some routes.
 */
async function screens({ portal: { call }, me: { token: as, _id: me } }: Studio): Promise<string[]> {
  const [person] = await call(listIncompleteUsers, { as })
  const [todo] = await call(listTodos, { as })
  const [department] = await call(listDepartments, { as })
  const [version] = await call(listVersions, { as })
  const [source] = await call(listDataSources, { as })
  const [period] = await call(listOpenPeriods, { as })
  const { applications } = await call(listApplications, { as })
  const users = await call(listUsers, { as })
  const report = (await call(listAllReports, { as })).find(({ nominatedEmployee }) => nominatedEmployee !== null)
  const ids: Readonly<Record<string, number | undefined>> = {
    '/version/:id/edit': version?._id,
    '/app/onbreak/:id/edit': me,
    '/app/onboarding/:id': person?.id,
    '/app/onboarding/todos/:id/edit': todo?._id,
    '/app/onboarding/departments/:id/edit': department?._id,
    '/frontend-admin/user/:id/edit': users.find(({ _id }) => _id !== me)?._id,
    '/frontend-admin/application/:id/edit': applications[0]?._id,
  }
  const routes = knownRoutes
    .filter((route) => !ELSEWHERE.includes(route))
    .map((route) => {
      if (!route.includes(':id')) return route
      const id = ids[route]
      if (id === undefined) throw new Error(`${route}: name one to open in scripts/gallery.ts.`)
      return route.replace(':id', String(id))
    })
  return [
    ...routes,
    '/app/etl?tab=drill-down',
    `/app/etl?tab=drill-down&source=${source?._id}`,
    '/app/etl?tab=failed',
    '/app/etl?tab=keys',
    `/app/mood-report?period=${period?._id}`,
    '/app/mood-report?view=all',
    `/app/mood-report?view=all&user=${report?.user}&report=${report?._id}`,
    `/app/mood-report?view=all&by=report&period=${report?.timePeriod}`,
    '/app/onboarding?show=done',
    '/?keyword=nothing+like+it',
    '/no-such-page',
    '/app/no-such-app',
  ]
}

/** Returns the picture's label, its path, as SVG. */
const label = (text: string, width: number, isDark: boolean) =>
  Buffer.from(
    `<svg width="${width}" height="${LABEL}"><text x="0" y="16" font-family="sans-serif" font-size="12" fill="${isDark ? '#ece8e1' : '#1b1f24'}">${escaped(text)}</text></svg>`,
  )

async function draw({ take }: Studio, paths: readonly string[], sheet: Sheet): Promise<void> {
  const { device, colorScheme, columns, width } = sheet
  const { width: full, height: tall } = device.viewport ?? DESKTOP.viewport
  const height = Math.round((width * tall) / full)
  const isDark = colorScheme === 'dark'
  const layers: OverlayOptions[] = []
  for (const [index, path] of paths.entries()) {
    const signedOut = SIGNED_OUT.includes(path) ? ({ signedOut: true } as const) : {}
    const picture = await take({ path, device, colorScheme, ...signedOut })
    const left = GAP + (index % columns) * (width + GAP)
    const top = GAP + Math.floor(index / columns) * (height + LABEL + GAP)
    layers.push({ input: label(path, width, isDark), left, top })
    layers.push({ input: await sharp(picture).resize(width, height).png().toBuffer(), left, top: top + LABEL })
  }
  const file = `${FOLDER}/${sheet.name}.webp`
  await sharp({
    create: {
      width: GAP + columns * (width + GAP),
      height: GAP + Math.ceil(paths.length / columns) * (height + LABEL + GAP),
      channels: 3,
      background: isDark ? '#000000' : '#d8d3ca',
    },
  })
    .composite(layers)
    .webp({ quality: 80 })
    .toFile(file)
  process.stdout.write(`${file}: ${paths.length} screens\n`)
}

mkdirSync(FOLDER, { recursive: true })
await inStudio(async (studio) => {
  const paths = await screens(studio)
  for (const sheet of SHEETS) await draw(studio, paths, sheet)
})
