import { expect, expectNoAxeViolations, test } from './fixtures.ts'

const SIGNED_OUT = ['/', '/login', '/register']
const SIGNED_IN = [
  '/',
  '/?keyword=nothing-like-it',
  '/profile',
  '/versions',
  '/app/onbreak',
  '/app/onboarding',
  '/app/onboarding/1',
  '/app/onboarding/old-user',
  '/app/onboarding/todos',
  '/app/onboarding/departments',
  '/frontend-admin/userlist',
  '/frontend-admin/user/1/edit',
  '/frontend-admin/audit',
  '/frontend-admin/import',
  '/app/no-such-app',
  '/app/api-docs',
  '/app/server-status',
  '/no-such-page',
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test.describe(`axe finds nothing, ${colorScheme} at ${width} px`, () => {
      test('before anybody is signed in', async ({ page }) => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        for (const path of SIGNED_OUT) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectNoAxeViolations(page)
        }
        await page.getByRole('button', { name: 'Register' }).click()
        await expect(page.getByText('Name is required.')).toBeVisible()
        await expectNoAxeViolations(page)
      })

      test('on the screens of an admin', async ({ as }) => {
        test.setTimeout(SIGNED_IN.length * 15_000)
        const { page } = await as('admin')
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        for (const path of SIGNED_IN) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByText('Loading...')).toHaveCount(0)
          await expectNoAxeViolations(page)
        }
        await page
          .getByRole('link', { name: /Back to home|Foyer/ })
          .first()
          .click()
        await page.getByRole('button', { name: 'Admin' }).click()
        await expect(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
        await expectNoAxeViolations(page)
      })

      test('on the forced password change', async ({ page, portal }) => {
        const { email, password } = await portal.addPerson({ temporaryPassword: true })
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/')
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Sign In' }).click()
        await expect(page.getByRole('heading', { name: 'Set Password' })).toBeVisible()
        await expectNoAxeViolations(page)
      })
    })
