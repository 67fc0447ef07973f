import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditTables } from '@qd/audit/server'
import { contentsOf, keptRows, readContent } from '@qd/files/server'
import { openStore, readTables } from '@qd/store'
import type { Migration, Store } from '@qd/store'
import { writeArchive } from './archive-file.ts'
import { BackupError, FORMAT } from './archive-lines.ts'
import type { ArchiveContents, ArchiveLine } from './archive-lines.ts'
import { sealMasterKey } from './seal-key.ts'

export interface BackupOptions {
  where: { databaseUrl: string } | { dataDir: string }
  dataDir: string
  migrations: Migration[]
  version: string
  /** A file that is not there yet, or a folder, which gets one named by the time. */
  to: string
  /** Where the contents of files lie; null leaves them out. */
  filesDir: string | null
  /** Puts the master key in, under the passphrase. */
  masterKey?: { file: string; passphrase: string }
  now?: Date
}

const stampOf = (date: Date) => date.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)

function fileFor(to: string, now: Date): string {
  const isFolder = to.endsWith('/') || (existsSync(to) && statSync(to).isDirectory())
  const file = isFolder ? join(to, `quarterdeck-${stampOf(now)}.qdbackup`) : to
  if (existsSync(file)) throw new BackupError(`${file} is there already.`)
  return file
}

/** The chain's end as of the rows read: what the restored chain must reach. */
function createHeadWatch() {
  const head = { seq: 0, hash: '' }
  return {
    head,
    look(page: { table: string; columns: readonly string[]; rows: readonly (readonly unknown[])[] }) {
      const [row] = page.rows
      if (page.table !== ('audit_head' satisfies keyof AuditTables) || row === undefined) return
      head.seq = Number(row[page.columns.indexOf('seq')])
      head.hash = String(row[page.columns.indexOf('hash')])
    },
  }
}

export interface Backup {
  file: string
  rows: number
  /** Null: made without files. */
  contents: ArchiveContents | null
}

/** Adds the contents of files. One that is gone by now, as it was swept or deleted meanwhile, is a gap that is counted. */
async function addContents(
  filesDir: string,
  hashes: ReadonlySet<string>,
  write: (line: ArchiveLine) => Promise<void>,
): Promise<ArchiveContents> {
  const counted = { whole: 0, missing: 0, damaged: 0, bytes: 0 }
  for (const content of hashes) {
    let bytes = 0
    const state = await readContent(filesDir, content, async (piece) => {
      bytes += piece.length
      await write({ content, piece: piece.toString('base64') })
    })
    await write({ content, state })
    counted[state] += 1
    if (state === 'whole') counted.bytes += bytes
  }
  return counted
}

/** Copies everything as of one moment into one archive, beside a running console. */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const now = options.now ?? new Date()
  const file = fileFor(options.to, now)
  const { masterKey } = options
  const sealed =
    masterKey === undefined
      ? undefined
      : sealMasterKey(readFileSync(masterKey.file, 'utf8'), masterKey.passphrase)
  const store: Store<never> = await openStore({
    ...options.where,
    migrations: options.migrations,
    readOnly: true,
  })
  let total = 0
  let contents: ArchiveContents | null = null
  try {
    await writeArchive(file, async (write) => {
      await write({
        quarterdeck: 'backup',
        format: FORMAT,
        version: options.version,
        createdAt: now.getTime(),
        dialect: store.dialect,
      })
      if (sealed !== undefined) await write({ masterKey: sealed })
      const settings = join(options.dataDir, 'settings.json')
      if (existsSync(settings)) await write({ file: 'settings.json', text: readFileSync(settings, 'utf8') })
      const counts: Record<string, number> = {}
      const watch = createHeadWatch()
      const hashes = new Set<string>()
      const { migrations } = await readTables(store, async (all) => {
        const page = keptRows(all, now.getTime())
        for (const hash of contentsOf(page)) hashes.add(hash)
        watch.look(page)
        counts[page.table] = (counts[page.table] ?? 0) + page.rows.length
        total += page.rows.length
        await write(page)
      })
      if (options.filesDir !== null) contents = await addContents(options.filesDir, hashes, write)
      return { migrations, counts, audit: watch.head, ...(contents === null ? {} : { contents }) }
    })
    return { file, rows: total, contents }
  } finally {
    await store.close()
  }
}
