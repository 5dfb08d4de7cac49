/** Starts one Postgres server for the whole test run; every portal gets a schema of its own on it. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the Postgres for the tests of this project. Where it is not provided, they use SQLite in memory. */
    postgresUrl: string
  }
}
