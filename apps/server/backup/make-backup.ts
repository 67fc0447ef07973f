import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditTables } from '@qd/audit/server'
import { openStore, readTables } from '@qd/store'
import type { Migration, Store } from '@qd/store'
import { writeArchive } from './archive-file.ts'
import { BackupError, FORMAT } from './archive-lines.ts'
import { sealMasterKey } from './seal-key.ts'

export interface BackupOptions {
  where: { databaseUrl: string } | { dataDir: string }
  dataDir: string
  migrations: Migration[]
  version: string
  /** A file that is not there yet, or a folder, which gets one named by the time. */
  to: string
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

/** Copies everything as of one moment into one archive, beside a running console; gives its path and row count. */
export async function makeBackup(options: BackupOptions): Promise<{ file: string; rows: number }> {
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
      const { migrations } = await readTables(store, async (page) => {
        watch.look(page)
        counts[page.table] = (counts[page.table] ?? 0) + page.rows.length
        total += page.rows.length
        await write(page)
      })
      return { migrations, counts, audit: watch.head }
    })
    return { file, rows: total }
  } finally {
    await store.close()
  }
}
