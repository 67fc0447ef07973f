import { statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** An editor writes a file in several steps, and a checkout many files. */
const QUIET_MS = 200

/**
 * Calls back once now, for what changed before, and when a file, or anything in a folder, changes; one call at a time.
 * False: this system watches none. Files are watched by their folder, because editors put a new file in place of the old one.
 */
export function watchPaths(paths: readonly string[], onChange: () => Promise<void>): boolean {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (running = running.then(onChange)), QUIET_MS)
    timer.unref()
  }
  try {
    for (const path of paths) {
      const isFolder = statSync(path).isDirectory()
      const watcher = isFolder
        ? watch(path, { recursive: true, persistent: false }, changed)
        : watch(dirname(path), { persistent: false }, (_event, name) => {
            if (name === null || name === basename(path)) changed()
          })
      watcher.on('error', () => watcher.close())
    }
    running = running.then(onChange)
    return true
  } catch {
    return false
  }
}
