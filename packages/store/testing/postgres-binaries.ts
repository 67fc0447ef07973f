import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const DEBIAN_ROOT = '/usr/lib/postgresql'

/** Debian keeps each major version's binaries in a folder of its own: the newest one. Throws when there is none. */
export function postgresBinaries(root = DEBIAN_ROOT): string {
  const versions = existsSync(root) ? readdirSync(root) : []
  const newestFirst = versions
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => b - a)
  for (const version of newestFirst) {
    const folder = join(root, String(version), 'bin')
    if (existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) return folder
  }
  throw new Error(`The PostgreSQL server is missing under ${root}: apt-get install postgresql`)
}
