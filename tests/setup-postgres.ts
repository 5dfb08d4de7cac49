/** The Postgres of a whole test run: one server, a schema of its own for every portal in it. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests of this project keep their data; SQLite in memory where it is not provided. */
    postgresUrl: string
  }
}
