import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScript } from '@qd/testing/children'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { count, openStore } from '../src/index.ts'
import { accountMigrations as migrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('[store.lock] a second console on the folder is refused with folder and pid, until the first closes', async () => {
  const first = await openStore({ dataDir, migrations })
  const second = openStore({ dataDir, migrations })
  await expect(second).rejects.toMatchObject({
    code: 'store_locked',
    message: expect.stringMatching(new RegExp(`process ${process.pid}.*${dataDir}`)),
  })
  await first.close()
  const third = await openStore({ dataDir, migrations })
  await third.close()
})

test('[store.lock] another process is refused too, and kill -9 of the holder frees the folder at once', async () => {
  const holder = startScript(join(import.meta.dirname, 'write-loop.ts'), [dataDir])
  onTestFinished(() => void holder.kill())
  await holder.says(/^\d+$/)
  await expect(openStore({ dataDir, migrations })).rejects.toMatchObject({
    code: 'store_locked',
    message: expect.stringContaining(`process ${holder.pid}`),
  })
  await holder.kill()
  const store = await openStore({ dataDir, migrations })
  await store.close()
})

test('[store.lock] is free again after an opening that failed', async () => {
  const broken = { name: 'broken', up: () => Promise.reject(new Error('no')) }
  await expect(openStore({ dataDir, migrations: [broken] })).rejects.toMatchObject({
    code: 'store_migration_failed',
  })
  const store = await openStore({ dataDir, migrations })
  await store.close()
})

test('[store.sqlite] database files are readable by their owner only', async () => {
  const store = await openStore({ dataDir: join(dataDir, 'new'), migrations })
  for (const file of ['', 'quarterdeck.db', 'quarterdeck.db-wal', 'quarterdeck.lock', 'quarterdeck.pid']) {
    expect(statSync(join(dataDir, 'new', file)).mode & 0o077, file).toBe(0)
  }
  await store.close()
})

test('[store.sqlite] each commit is synced to a write-ahead log, without memory mapping', async () => {
  const store = await openStore({ dataDir, migrations })
  const settings = await store.write(async (tx) => {
    const pragma = store.statement<[], Record<string, unknown>>
    const values: unknown[] = []
    for (const name of ['journal_mode', 'synchronous', 'foreign_keys', 'mmap_size']) {
      const row = await pragma({ sqlite: `pragma ${name}`, postgres: '' }).get(tx, [])
      values.push(row?.[name])
    }
    return values
  })
  expect(settings).toEqual(['wal', 2, 1, 0])
  await store.close()
})

test('[store.sqlite] a begin of its own on read is refused and does not freeze what others see', async () => {
  const store = await openStore<TestTables>({ dataDir, migrations })
  await expect(sql`begin`.execute(store.read)).rejects.toMatchObject({ code: 'store_misuse' })
  expect(await count(store.read, 'account')).toBe(0)
  await store.write((tx) => tx.insertInto('account').values({ id: 'a', balance: 0, note: null }).execute())
  expect(await count(store.read, 'account')).toBe(1)
  await store.close()
})

test('[store.sqlite] a file that is no database is refused, and a folder that is a file', async () => {
  writeFileSync(join(dataDir, 'quarterdeck.db'), 'x'.repeat(8192))
  await expect(openStore({ dataDir, migrations })).rejects.toMatchObject({
    code: 'store_damaged',
    message: expect.stringMatching(
      /quarterdeck\.db is damaged .* npm run restore -- --from <file> --replace/,
    ),
  })
  const file = join(dataDir, 'quarterdeck.db')
  await expect(openStore({ dataDir: file, migrations })).rejects.toMatchObject({ code: 'store_unavailable' })
  await expect(openStore({ migrations })).rejects.toMatchObject({ code: 'store_misuse' })
})

test('[store.sqlite] a read-only store needs an existing database', async () => {
  const attempt = openStore({ dataDir, migrations, readOnly: true })
  await expect(attempt).rejects.toMatchObject({ code: 'store_unavailable' })
})
