/** The Postgres of a whole test run: one server, a schema of its own for every portal in it. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.config.env.FOYER_TEST_DATABASE_URL = url
  return stop
}
