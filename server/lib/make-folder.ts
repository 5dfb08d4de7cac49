/** Folders of the portal's own: the database's, and that of the videos. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it. Node's own way (`recursive`) never ends where the system says of a folder that is
 * there that it is not, as `/proc` does, or a network drive that is gone.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
