import { closeSync, openSync } from 'node:fs'

/**
 * Makes the file, readable by this user only, unless it is there. An existing database is never opened this
 * way: closing any descriptor of a file drops every POSIX lock this process holds on it, SQLite's included.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
