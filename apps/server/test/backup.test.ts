import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { promisify } from 'node:util'
import { runVerifyAudit } from '@qd/audit/server'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { migrations } from '../migrations.ts'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const UID = '30123000045'
const PASSPHRASE = 'a lantern under the pier'
const places: TestPlace[] = []
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-backup-'))
})
afterAll(async () => {
  await Promise.all(places.map((place) => place.remove()))
  rmSync(folder, { recursive: true, force: true })
})

async function emptyPlace(dialect: Dialect) {
  const place = await makeTestPlace(dialect)
  places.push(place)
  const dataDir = place.where.dataDir ?? mkdtempSync(join(folder, 'data-'))
  const { databaseUrl } = place.where
  return { dataDir, where: databaseUrl === undefined ? { dataDir } : { databaseUrl } }
}

const settingsOf = ({ dataDir, where }: Awaited<ReturnType<typeof emptyPlace>>) => ({
  QD_DATA_DIR: dataDir,
  ...('databaseUrl' in where ? { DATABASE_URL: where.databaseUrl } : {}),
})

/** Everything in an archive, whatever the order of rows. */
function contentsOf(file: string): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const text of gunzipSync(readFileSync(file)).toString().trim().split('\n')) {
    const {
      table,
      columns,
      rows = [],
    } = JSON.parse(text) as { table?: string; columns: string[]; rows: unknown[][] }
    if (table === undefined) continue
    const named = rows.map((row) => JSON.stringify(columns.map((column, at) => [column, row[at]]).toSorted()))
    tables.set(table, [...(tables.get(table) ?? []), ...named].toSorted())
  }
  return tables
}

async function save(as: Speaker, department: string) {
  return (await as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })).http
}

describe.each(['sqlite', 'postgres'] as const)('a backup of a running console on %s', (dialect) => {
  let from: Awaited<ReturnType<typeof emptyPlace>>
  let running: TestConsole
  let archive: string
  let acknowledgedBefore: string[]

  const keyFile = () => join(from.dataDir, 'master.key')
  const backUp = (to: string, where = from.where) =>
    makeBackup({ where, dataDir: from.dataDir, migrations, version: '0', to })

  beforeAll(async () => {
    from = await emptyPlace(dialect)
    writeFileSync(join(from.dataDir, 'settings.json'), '{"jsonDeep": 4}')
    running = await startTestConsole(settingsOf(from))
    const as = await running.signIn('operator')
    acknowledgedBefore = ['before 1', 'before 2', "it's “3” 三"]
    for (const department of acknowledgedBefore) expect(await save(as, department)).toBe(200)
    const done = new AbortController()
    const writing = (async () => {
      for (let index = 0; !done.signal.aborted; index++) await save(as, `during ${index}`)
    })()
    archive = join(folder, `${dialect}.qdbackup`)
    await backUp(archive)
    done.abort()
    await writing
  })
  afterAll(() => running.dispose())

  test.each(['sqlite', 'postgres'] as const)(
    'taken under writes it is whole, and restored on %s it is equal, with its audit chain',
    async (toDialect) => {
      const target = await emptyPlace(toDialect)
      const { end } = await restoreBackup({ from: archive, ...target, migrations, replace: false })
      const again = join(target.dataDir, 'again.qdbackup')
      await makeBackup({ ...target, migrations, version: '0', to: again })
      expect(contentsOf(again)).toEqual(contentsOf(archive))
      const details = contentsOf(archive).get('audit_log')!.join('\n')
      for (const department of acknowledgedBefore) {
        expect(details).toContain(JSON.stringify(JSON.stringify(department)).slice(3, -3))
      }
      const said: string[] = []
      const code = await runVerifyAudit({
        ...target.where,
        migrations,
        knownHead: `${end.audit.seq}:${end.audit.hash}`,
        print: (line) => said.push(line),
      })
      expect([code, said.join().slice(0, 8)]).toEqual([0, 'audit ok'])
      expect(readFileSync(join(target.dataDir, 'settings.json'), 'utf8')).toBe('{"jsonDeep": 4}')
    },
  )

  test('a console started on what was restored knows its people and, with the key, its secrets', async () => {
    const target = await emptyPlace(dialect === 'sqlite' ? 'postgres' : 'sqlite')
    await restoreBackup({ from: archive, ...target, migrations, replace: false })
    copyFileSync(keyFile(), join(target.dataDir, 'master.key'))
    const restored = await startTestConsole(settingsOf(target))
    const as = await restored.signIn('operator')
    expect((await as.post(`/adjust/get?uId=${UID}`, { diffs: ['SettingsInfo'] })).http).toBe(200)
    await restored.stop()
  })

  test('the place of a running console is refused, also when it is to be replaced', async () => {
    for (const replace of [false, true]) {
      const attempt = restoreBackup({ from: archive, ...from, migrations, replace })
      await expect(attempt).rejects.toMatchObject({ code: 'store_locked' })
    }
    expect((await running.anonymous.get('/readyz')).http).toBe(200)
  })

  test('a used place is kept unless it is to be replaced', async () => {
    const target = await emptyPlace(dialect)
    const store = await openStore<{ user_account: { username: string } }>({ ...target.where, migrations })
    await store.close()
    await expect(restoreBackup({ from: archive, ...target, migrations, replace: false })).rejects.toThrow(
      '--replace',
    )
    const { movedTo } = await restoreBackup({ from: archive, ...target, migrations, replace: true })
    expect(movedTo === null).toBe(dialect === 'postgres')
    if (movedTo !== null) expect(statSync(movedTo).size).toBeGreaterThan(0)
    const after = await openStore<{ user_account: { username: string } }>({ ...target.where, migrations })
    const names = await after.read.selectFrom('user_account').select('username').execute()
    expect(names.map(({ username }) => username)).toContain('operator')
    await after.close()
  })

  test('a cut or changed archive is refused before anything is touched', async () => {
    const target = await emptyPlace(dialect)
    const whole = readFileSync(archive)
    const broken: Buffer[] = [Buffer.alloc(0), whole.subarray(0, 10)]
    for (const part of [0.3, 0.6, 0.9]) broken.push(whole.subarray(0, Math.floor(whole.length * part)))
    broken.push(whole.subarray(0, -1))
    const flipped = Buffer.from(whole)
    flipped[Math.floor(whole.length / 2)]! ^= 1
    broken.push(flipped)
    for (const bytes of broken) {
      const file = join(folder, 'broken.qdbackup')
      writeFileSync(file, bytes)
      const attempt = restoreBackup({ from: file, ...target, migrations, replace: false })
      await expect(attempt).rejects.toThrow('The backup is')
    }
    await restoreBackup({ from: archive, ...target, migrations, replace: false })
  })

  test('an archive of a newer program is refused', async () => {
    const target = await emptyPlace(dialect)
    const older = migrations.slice(0, -1)
    await expect(
      restoreBackup({ from: archive, ...target, migrations: older, replace: false }),
    ).rejects.toThrow('newer version')
  })

  test('the master key is in only when asked for, and only for who knows the passphrase', async () => {
    const key = readFileSync(keyFile(), 'utf8').trim()
    expect(gunzipSync(readFileSync(archive)).toString()).not.toContain(key)
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const withKey = join(folder, `${dialect}-key.qdbackup`)
    const masterKey = { file: keyFile(), passphrase: PASSPHRASE }
    await makeBackup({ ...from, migrations, version: '0', to: withKey, masterKey })
    expect(gunzipSync(readFileSync(withKey)).toString()).not.toContain(key)
    const target = await emptyPlace(dialect)
    const file = join(target.dataDir, 'key')
    const restore = (passphrase: string, archiveFile = withKey) =>
      restoreBackup({
        from: archiveFile,
        ...target,
        migrations,
        replace: false,
        masterKey: { file, passphrase },
      })
    await expect(restore('another passphrase')).rejects.toThrow('passphrase does not fit')
    await expect(restore(PASSPHRASE, archive)).rejects.toThrow('no master key')
    await restore(PASSPHRASE)
    expect(readFileSync(file, 'utf8').trim()).toBe(key)
    await expect(
      makeBackup({
        ...from,
        migrations,
        version: '0',
        to: join(folder, 'x'),
        masterKey: { ...masterKey, passphrase: 'short' },
      }),
    ).rejects.toThrow('12 characters')
  })

  test('the commands say what they did, and what they did not', async () => {
    const target = await emptyPlace(dialect)
    const into = mkdtempSync(join(folder, 'archives-'))
    const run = (script: string, settings: Record<string, string>, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, '../cli', script), ...args], {
        env: { PATH: process.env['PATH'], ...settings },
      }).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          said: error.stdout + error.stderr,
        }),
      )
    const made = await run('backup.ts', settingsOf(from), '--to', into)
    expect(made).toEqual({
      code: 0,
      said: expect.stringMatching(/^backup ok: \d+ rows[^]*WITHOUT THE MASTER KEY/),
    })
    const [name] = readdirSync(into)
    expect(name).toMatch(/^quarterdeck-\d{8}T\d{6}\.qdbackup$/)
    const file = join(into, name!)
    expect(await run('restore.ts', settingsOf(target), '--from', file)).toEqual({
      code: 0,
      said: expect.stringMatching(/^restore ok: \d+ rows[^]*audit ok: head/),
    })
    expect(await run('restore.ts', settingsOf(target), '--from', file)).toEqual({
      code: 2,
      said: expect.stringMatching(/--replace to lose what it holds\.\n$/),
    })
    expect((await run('backup.ts', settingsOf(from), '--to', file)).said).toBe(`${file} is there already.\n`)
    expect((await run('restore.ts', settingsOf(target))).code).toBe(2)
  })
})
