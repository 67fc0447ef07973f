import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyAudit } from '@qd/audit/server'
import { beginRestore, count, openStore, writeTables } from '@qd/store'
import type { Migration, Store, TablePage } from '@qd/store'
import { readArchive } from './archive-file.ts'
import { BackupError } from './archive-lines.ts'
import type { ArchiveEnd, ArchiveHead } from './archive-lines.ts'
import { createContentCheck, restoreContents } from './restore-contents.ts'
import { openMasterKey } from './seal-key.ts'

export interface RestoreOptions {
  from: string
  where: { databaseUrl: string } | { dataDir: string }
  dataDir: string
  migrations: Migration[]
  /** Loses what the place holds. */
  replace: boolean
  /** Writes the master key of the archive to this file. */
  masterKey?: { file: string; passphrase: string }
  /** Where the contents of files go; null leaves them out. */
  filesDir: string | null
  /** Told as each step begins. */
  onStep?(step: RestoreStep): void
  now?: Date
}

/** What a restore does, in its order. From `files` on the place is marked as not whole, until all is done. */
export const RESTORE_STEPS = ['inspect', 'clear', 'files', 'rows', 'check', 'key', 'settings', 'end'] as const
export type RestoreStep = (typeof RESTORE_STEPS)[number]

export interface Restored {
  head: ArchiveHead
  end: ArchiveEnd
  /** Where the replaced SQLite file went. */
  movedTo: string | null
  /** Contents of files that were put back; null: none were wanted. */
  contents: number | null
}

interface Contents {
  head: ArchiveHead
  end: ArchiveEnd
  files: { file: string; text: string }[]
  masterKey: string | undefined
}

/** Reads the whole archive once before anything is touched: one that is cut or changed is refused here. */
async function inspect(from: string): Promise<Contents> {
  const found: Partial<Contents> & { files: Contents['files'] } = { files: [] }
  const checkContent = createContentCheck()
  for await (const line of readArchive(from)) {
    checkContent(line)
    if ('quarterdeck' in line) found.head = line
    else if (found.head === undefined) throw new BackupError('The backup is damaged: its head is missing.')
    else if ('file' in line) found.files.push(line)
    else if ('masterKey' in line) found.masterKey = line.masterKey
    else if ('end' in line) found.end = line.end
  }
  const { head, end, files, masterKey } = found
  if (head === undefined || end === undefined) throw new BackupError('The backup is empty.')
  return { head, end, files, masterKey }
}

async function* pagesOf(from: string): AsyncGenerator<TablePage> {
  for await (const line of readArchive(from)) if ('table' in line) yield line
}

/** The schema as it was; the console applies what came later when it starts. */
function migrationsUpTo(end: ArchiveEnd, known: readonly Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  return end.migrations.map((name) => {
    const migration = byName.get(name)
    if (!migration) throw new BackupError(`The backup was made by a newer version (${name}): use that one.`)
    return migration
  })
}

async function checkRestored(store: Store<never>, end: ArchiveEnd): Promise<void> {
  const tables = store.as<Record<string, object>>()
  for (const [table, rows] of Object.entries(end.counts)) {
    const found = await count(tables.read, table)
    if (found !== rows) throw new BackupError(`${table} has ${found} rows, the backup has ${rows}.`)
  }
  // What is found of the chain can be made from it again, so it is no reason to refuse the rest.
  const verdict = await verifyAudit(store.as(), [end.audit], { withSearch: false })
  if (!verdict.ok)
    throw new BackupError(`The audit chain is broken at row ${verdict.seq}: ${verdict.reason}.`)
}

function openKey({ masterKey }: Contents, wanted: NonNullable<RestoreOptions['masterKey']>): string {
  if (masterKey === undefined) throw new BackupError('The backup holds no master key.')
  const key = openMasterKey(masterKey, wanted.passphrase)
  if (existsSync(wanted.file) && readFileSync(wanted.file, 'utf8').trim() !== key.trim()) {
    throw new BackupError(`${wanted.file} holds another key: move it away first.`)
  }
  return key
}

/** Gets its name when it is whole and on the disk. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.restored`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.restored`, path)
}

/**
 * Fills an empty place, of either database, from an archive, and checks rows and audit chain afterwards. The place is marked
 * before anything of it is changed, and until everything is there: whatever ends this in the middle, nothing starts there.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, where, dataDir, filesDir, onStep = () => undefined } = options
  onStep('inspect')
  const contents = await inspect(from)
  const { head, end } = contents
  const migrations = migrationsUpTo(end, options.migrations)
  const key = options.masterKey === undefined ? undefined : openKey(contents, options.masterKey)
  onStep('clear')
  const startedAt = (options.now ?? new Date()).getTime()
  const target = await beginRestore({ ...where, dataDir }, { replace: options.replace, from, startedAt })
  onStep('files')
  const restored = filesDir === null ? null : await restoreContents(from, filesDir)
  onStep('rows')
  const store: Store<never> = await openStore({ ...where, migrations, isRestoring: true })
  try {
    await writeTables(store, pagesOf(from))
    onStep('check')
    await checkRestored(store, end)
  } finally {
    await store.close()
  }
  onStep('key')
  if (key !== undefined && !existsSync(options.masterKey!.file)) writeWhole(options.masterKey!.file, key)
  onStep('settings')
  for (const { file, text } of contents.files) {
    const path = join(dataDir, file)
    if (!existsSync(path) || options.replace) writeWhole(path, text)
  }
  onStep('end')
  await target.end()
  return { head, end, movedTo: target.movedTo, contents: restored }
}
