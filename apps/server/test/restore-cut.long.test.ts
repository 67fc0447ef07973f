import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditMigrations } from '@qd/audit/server'
import { fileMigrations } from '@qd/files/server'
import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../backup/make-backup.ts'
import { RESTORE_STEPS, restoreBackup } from '../backup/restore-backup.ts'
import type { RestoreOptions, RestoreStep } from '../backup/restore-backup.ts'
import { createConsole } from '../create-console.ts'
import { readEnv } from '../env.ts'

/** What a restore itself looks at; a console never comes so far as to miss the rest. */
const migrations = [...auditMigrations, ...fileMigrations]
const PASSPHRASE = 'a lantern under the pier'
const CUT = { code: 'store_restore_cut', message: expect.stringContaining('npm run restore -- --from') }
const places: TestPlace[] = []
let folder: string
let archive: string

interface Tables {
  setting: { id: string }
}

async function aPlace(dialect: 'sqlite' | 'postgres') {
  const place = await makeTestPlace(dialect)
  places.push(place)
  const dataDir = place.where.dataDir ?? mkdtempSync(join(folder, 'data-'))
  const { databaseUrl } = place.where
  const where = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  return { dataDir, filesDir: join(dataDir, 'files'), where }
}
type Place = Awaited<ReturnType<typeof aPlace>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-cut-'))
  const from = await aPlace('sqlite')
  await (await openStore<Tables>({ ...from.where, migrations })).close()
  writeFileSync(join(from.dataDir, 'settings.json'), '{"jsonDeep": 4}')
  const file = join(folder, 'key')
  writeFileSync(file, 'a key')
  archive = join(folder, 'archive')
  const masterKey = { file, passphrase: PASSPHRASE }
  await makeBackup({ ...from, migrations, version: '0', to: archive, masterKey })
})
afterAll(async () => {
  await Promise.all(places.map((place) => place.remove()))
  rmSync(folder, { recursive: true, force: true })
})

const optionsFor = (place: Place): RestoreOptions => ({
  ...place,
  from: archive,
  migrations,
  replace: false,
  masterKey: { file: join(place.dataDir, 'master.key'), passphrase: PASSPHRASE },
})

class Cut extends Error {}

/** Ends in the middle as a fault does: nothing after this step is done. */
async function cutAt(place: Place, at: RestoreStep, more: Partial<RestoreOptions> = {}): Promise<void> {
  const onStep = (step: RestoreStep) => {
    if (step === at) throw new Cut()
  }
  await expect(restoreBackup({ ...optionsFor(place), ...more, onStep })).rejects.toThrow(Cut)
}

const opening = (place: Place, readOnly: boolean) =>
  openStore({ ...place.where, migrations, readOnly }).then((store) => store.close())

function startOn({ dataDir, where }: Place, sandbox: 'on' | 'off') {
  const said: string[] = []
  const settings = { QD_PORT: '0', QD_DATA_DIR: dataDir, QD_SANDBOX: sandbox, QD_LOG_LEVEL: 'error' }
  const database = 'databaseUrl' in where ? { DATABASE_URL: where.databaseUrl } : {}
  const env = readEnv({ ...settings, ...database })
  return createConsole({ env, announce: (line) => said.push(line) }).then(async (running) => {
    await running.stop()
    return said
  })
}

const MARKED = RESTORE_STEPS.slice(RESTORE_STEPS.indexOf('files'))

describe.each(['sqlite', 'postgres'] as const)('a restore on %s', (dialect) => {
  test('cut at any step leaves a place that nothing opens, and runs again to its end', async () => {
    const place = await aPlace(dialect)
    for (const step of MARKED) {
      // Its own half needs no leave to be lost.
      await cutAt(place, step)
      for (const readOnly of [true, false]) await expect(opening(place, readOnly)).rejects.toMatchObject(CUT)
      await expect(startOn(place, 'on')).rejects.toMatchObject(CUT)
      expect(existsSync(join(place.dataDir, 'sandbox'))).toBe(false)
      const backup = makeBackup({ ...place, migrations, version: '0', to: join(folder, `half-${step}`) })
      await expect(backup).rejects.toMatchObject(CUT)
    }
    await restoreBackup(optionsFor(place))
    await opening(place, false)
    expect(readFileSync(join(place.dataDir, 'master.key'), 'utf8')).toBe('a key')
    expect(readFileSync(join(place.dataDir, 'settings.json'), 'utf8')).toBe('{"jsonDeep": 4}')
  })

  test.each(['inspect', 'clear'] as const)('cut at %s has changed nothing', async (step) => {
    const place = await aPlace(dialect)
    await opening(place, false)
    await cutAt(place, step, { replace: true })
    await opening(place, false)
  })

  test('that may not replace what is there marks nothing', async () => {
    const place = await aPlace(dialect)
    await opening(place, false)
    await expect(restoreBackup(optionsFor(place))).rejects.toThrow('--replace')
    await opening(place, false)
  })

  test('killed in the middle starts nothing', async () => {
    const place = await aPlace(dialect)
    const module = (path: string) => JSON.stringify(join(import.meta.dirname, path))
    const script = `
      const { restoreBackup } = await import(${module('../backup/restore-backup.ts')})
      const { auditMigrations } = await import('@qd/audit/server')
      const { fileMigrations } = await import('@qd/files/server')
      const migrations = [...auditMigrations, ...fileMigrations]
      const onStep = (step) => step === 'check' && process.kill(process.pid, 'SIGKILL')
      await restoreBackup({ ...${JSON.stringify(place)}, from: ${JSON.stringify(archive)}, replace: false, migrations, onStep })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
    await expect(startOn(place, 'off')).rejects.toMatchObject(CUT)
    // PostgreSQL may still be ending what the dead one had open.
    await expect
      .poll(() =>
        restoreBackup(optionsFor(place)).then(
          () => 'restored',
          (error: Error) => error.message,
        ),
      )
      .toBe('restored')
    await opening(place, false)
  })
})

test('a place on PostgreSQL is refused from another data folder as well', async () => {
  const place = await aPlace('postgres')
  await cutAt(place, 'rows')
  const other = { ...place, dataDir: mkdtempSync(join(folder, 'other-')) }
  await expect(startOn(other, 'off')).rejects.toMatchObject(CUT)
})

test('what was replaced on SQLite is whole, wherever its moving was cut', async () => {
  const place = await aPlace('sqlite')
  const store = await openStore({ ...place.where, migrations })
  const at = (name: string) => join(place.dataDir, name)
  const log = readFileSync(at('quarterdeck.db-wal'))
  const database = readFileSync(at('quarterdeck.db'))
  await store.close()
  // As after a kill: the log was not taken into the database.
  writeFileSync(at('quarterdeck.db'), database)
  writeFileSync(at('quarterdeck.db-wal'), log)
  const startedAt = Date.UTC(2026, 0, 2)
  writeFileSync(at('restore-unfinished'), JSON.stringify({ from: archive, startedAt, isCleared: false }))
  renameSync(at('quarterdeck.db'), at('quarterdeck.db.before-restore-20260102T000000'))
  const { movedTo } = await restoreBackup({ ...optionsFor(place), replace: true })
  expect(movedTo).toBe(at('quarterdeck.db.before-restore-20260102T000000'))
  expect(readFileSync(movedTo!).equals(database)).toBe(true)
  expect(readFileSync(at('quarterdeck.db-wal.before-restore-20260102T000000')).equals(log)).toBe(true)
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('restore'))).toEqual([])
  await opening(place, false)
})
