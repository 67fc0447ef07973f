import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, isStoreError, openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../backup/make-backup.ts'
import { migrations } from '../migrations.ts'

const ROWS = 30_000
const FILES = 40
const ROUNDS = 6

interface Tables {
  role: { id: string; code: string; name: string; built_in: number }
  file: Record<string, string | number | null>
}

const folder = mkdtempSync(join(tmpdir(), 'qd-kills-'))
const places: TestPlace[] = []
let from: Place
let archive: string

async function aPlace(dialect: 'sqlite' | 'postgres') {
  const place = await makeTestPlace(dialect)
  places.push(place)
  const dataDir = place.where.dataDir ?? mkdtempSync(join(folder, 'data-'))
  const { databaseUrl } = place.where
  const where = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  return { dataDir, filesDir: join(dataDir, 'files'), where }
}
type Place = Awaited<ReturnType<typeof aPlace>>

function keepFile(filesDir: string, content: Buffer): Tables['file'] {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const path = join(filesDir, 'contents', sha256.slice(0, 2), sha256)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  const { length } = content
  const times = { created_at: 1, expires_at: 9e12, writer_until: 0 }
  const names = { id: sha256.slice(0, 36), use_name: 'x', name: 'x', owner_id: 'x', writer: null }
  return { ...times, ...names, size: length, received: length, sha256, is_rewritten: 0 }
}

beforeAll(async () => {
  from = await aPlace('sqlite')
  const store = await openStore<Tables>({ ...from.where, migrations })
  await store.write(async (tx) => {
    for (let at = 0; at < ROWS; at += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, each) => ({
        id: `${at + each}`,
        code: `code-${at + each}`,
        name: randomBytes(40).toString('hex'),
        built_in: 0,
      }))
      await tx.insertInto('role').values(rows).execute()
    }
    for (let at = 0; at < FILES; at++) {
      await tx
        .insertInto('file')
        .values(keepFile(from.filesDir, randomBytes(200_000)))
        .execute()
    }
  })
  await store.close()
  archive = join(folder, 'archive')
  await makeBackup({ ...from, migrations, version: '0', to: archive })
})
afterAll(async () => {
  await Promise.all(places.map((place) => place.remove()))
  rmSync(folder, { recursive: true, force: true })
})

const settingsOf = ({ dataDir, where }: Place) => ({
  PATH: process.env['PATH'] ?? '',
  QD_DATA_DIR: dataDir,
  ...('databaseUrl' in where ? { DATABASE_URL: where.databaseUrl } : {}),
})

/** Runs a command; it is killed after so many ms, if it runs that long. Gives its exit code, or null. */
async function run(
  script: string,
  place: Place,
  args: string[],
  killAfterMs?: number,
): Promise<number | null> {
  const path = join(import.meta.dirname, '../cli', script)
  const child = spawn(process.execPath, [path, ...args], { env: settingsOf(place), stdio: 'ignore' })
  const gone = once(child, 'exit')
  const over = new AbortController()
  if (killAfterMs !== undefined) {
    void sleep(killAfterMs, null, { signal: over.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    )
  }
  const [code] = (await gone) as [number | null]
  over.abort()
  return code
}

const contentsIn = ({ filesDir }: Place) =>
  readdirSync(join(filesDir, 'contents'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  ).length

/** How a place looks to a console: refused, empty as before, or whole. */
async function lookAt(place: Place): Promise<'cut' | 'empty' | 'whole' | 'half'> {
  try {
    const store = await openStore<Tables>({ ...place.where, migrations })
    const rows = await count(store.read, 'role')
    await store.close()
    if (rows === 0) return 'empty'
    return rows === ROWS && contentsIn(place) === FILES ? 'whole' : 'half'
  } catch (error) {
    if (isStoreError(error, 'store_restore_cut')) return 'cut'
    throw error
  }
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('a restore that is killed at any time leaves no half that starts, and ends when it runs again', async () => {
    const whole = await aPlace(dialect)
    const startedMs = performance.now()
    expect(await run('restore.ts', whole, ['--from', archive])).toBe(0)
    const takesMs = performance.now() - startedMs
    expect(await lookAt(whole)).toBe('whole')
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const place = await aPlace(dialect)
      for (let kills = 0; kills < 2; kills++) {
        await run('restore.ts', place, ['--from', archive], Math.random() * takesMs)
        const found = await lookAt(place)
        seen.add(found)
        expect(found).not.toBe('half')
        if (found !== 'cut') break
      }
      // The server may still be ending what the dead one had open; a place that was looked at is used.
      await expect
        .poll(() => run('restore.ts', place, ['--from', archive, '--replace']), { interval: 500 })
        .toBe(0)
      expect(await lookAt(place)).toBe('whole')
    }
    expect([...seen]).toContain('cut')
  })
})

test('a backup that is killed at any time leaves nothing under its name, and nothing in its way', async () => {
  const startedMs = performance.now()
  expect(await run('backup.ts', from, ['--to', join(folder, 'timed')])).toBe(0)
  const takesMs = performance.now() - startedMs
  const to = join(folder, 'killed')
  const size = statSync(archive).size
  for (let round = 0; round < 2 * ROUNDS; round++) {
    rmSync(to, { force: true })
    const code = await run('backup.ts', from, ['--to', to], Math.random() * takesMs)
    const isThere = readdirSync(folder).includes('killed')
    expect(isThere).toBe(code === 0)
    if (isThere) expect(Math.abs(statSync(to).size - size)).toBeLessThan(size / 10)
  }
  rmSync(to, { force: true })
  expect(await run('backup.ts', from, ['--to', to])).toBe(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('killed.'))).toEqual([])
})
