/**
 * Checks whether a SQLite file is damaged. The check reads the whole file, so it runs in a worker: it would block the
 * server's own thread.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Resolved here: code that a worker evaluates has no location to resolve the library from. */
const LIBRARY = createRequire(import.meta.url).resolve('better-sqlite3')

const LOOK = `
  const { parentPort, workerData: { file, library } } = require('node:worker_threads')
  const Database = require(library)
  const look = () => {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      return database.pragma('quick_check(1)', { simple: true })
    } finally {
      database.close()
    }
  }
  let result
  try {
    result = look()
  } catch (error) {
    result = error.message
  }
  parentPort.postMessage(result)
`

/** Returns what SQLite says is wrong with the file; null if it is sound. */
export function damageOf(file: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(LOOK, { eval: true, workerData: { file, library: LIBRARY } })
    worker.once('message', (result: string) => resolve(result === 'ok' ? null : result))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The look at ${file} ended (${code}).`)))
  })
}
