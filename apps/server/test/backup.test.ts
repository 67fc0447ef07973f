import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
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
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { promisify } from 'node:util'
import { runVerifyAudit } from '@qd/audit/server'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { bareEnv } from '@qd/testing/children'
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
  const where = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  return { dataDir, filesDir: join(dataDir, 'files'), where }
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

/** Sends a file as a page does; `isWhole` says whether its end comes. */
async function upload(as: Speaker, content: Buffer, isWhole = true): Promise<string> {
  const file = { use: 'bulk-edit.list', name: 'players.csv', size: content.length }
  const { fileId } = (await as.post<{ fileId: string }>('/platform/file/begin', file)).body.data
  const sent = isWhole ? content : content.subarray(0, -1)
  const part = await fetch(`${as.origin}/platform/file/part?fileId=${fileId}&offset=0`, {
    method: 'POST',
    headers: { token: as.token!, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(sent),
  })
  expect(part.status).toBe(200)
  if (isWhole) expect((await as.post('/platform/file/finish', { fileId })).http).toBe(200)
  return fileId
}

const contentFile = (filesDir: string, content: Buffer) => {
  const hash = createHash('sha256').update(content).digest('hex')
  return join(filesDir, 'contents', hash.slice(0, 2), hash)
}

async function save(as: Speaker, department: string) {
  return (await as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })).http
}

describe.each(['sqlite', 'postgres'] as const)('a backup of a running console on %s', (dialect) => {
  let from: Awaited<ReturnType<typeof emptyPlace>>
  let running: TestConsole
  let archive: string
  let acknowledgedBefore: string[]
  let made: Awaited<ReturnType<typeof makeBackup>>
  /** Larger than one piece of the archive, and one that is empty of sense for a compressor. */
  const kept = [Buffer.from('30123000045\n'), randomBytes(500_000)]
  const [gone, damaged, half, expired] = ['gone', 'damaged', 'half', 'expired'].map((text) =>
    Buffer.from(text),
  )
  const fileIds: string[] = []

  const keyFile = () => join(from.dataDir, 'master.key')
  const backUp = (to: string, where = from.where) =>
    makeBackup({ ...from, where, migrations, version: '0', to })

  beforeAll(async () => {
    from = await emptyPlace(dialect)
    writeFileSync(join(from.dataDir, 'settings.json'), '{"jsonDeep": 4}')
    running = await startTestConsole(settingsOf(from))
    const as = await running.signIn('operator')
    acknowledgedBefore = ['before 1', 'before 2', "it's “3” 三"]
    for (const department of acknowledgedBefore) expect(await save(as, department)).toBe(200)
    for (const content of kept) fileIds.push(await upload(as, content))
    for (const content of [gone!, damaged!]) fileIds.push(await upload(as, content))
    rmSync(contentFile(from.filesDir, gone!))
    writeFileSync(contentFile(from.filesDir, damaged!), 'DAMAGED')
    await upload(as, half!, false)
    const old = await upload(as, expired!)
    const files = running.store.as<{ file: { id: string; expires_at: number } }>()
    await files.write((tx) => tx.updateTable('file').set({ expires_at: 1 }).where('id', '=', old).execute())
    const done = new AbortController()
    const writing = (async () => {
      for (let index = 0; !done.signal.aborted; index++) await save(as, `during ${index}`)
    })()
    archive = join(folder, `${dialect}.qdbackup`)
    made = await backUp(archive)
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
    const { files } = (await as.post<{ files: { fileId: string }[] }>('/platform/file/list')).body.data
    // Those that have expired, and the upload that is not here whole, stayed behind.
    expect(files.map(({ fileId }) => fileId).toSorted()).toEqual(fileIds.toSorted())
    for (const [at, content] of kept.entries()) {
      const sent = await fetch(`${as.origin}/platform/file/content?fileId=${fileIds[at]}`, {
        headers: { token: as.token! },
      })
      expect([sent.status, Buffer.from(await sent.arrayBuffer()).equals(content)]).toEqual([200, true])
    }
    for (const fileId of fileIds.slice(2)) {
      const answer = await as.get(`/platform/file/content?fileId=${fileId}`)
      expect([answer.http, answer.body.err?.code]).toEqual([404, 'file_content_missing'])
    }
    // Uploads go on at once: no node of then counts.
    await upload(as, Buffer.from('after'))
    await restored.stop()
  })

  test('it counts the files it holds, and those it could not hold', () => {
    const bytes = kept.reduce((sum, { length }) => sum + length, 0)
    expect(made.contents).toEqual({ whole: 2, missing: 1, damaged: 1, bytes })
    const archived = gunzipSync(readFileSync(archive)).toString()
    for (const left of [half!, expired!]) expect(archived).not.toContain(left.toString('base64'))
  })

  test("the part of a backup that was killed is in nobody's way and goes", async () => {
    const to = join(folder, `${dialect}-after-kill.qdbackup`)
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    for (const name of [`${to}.${dead}.part`, `${to}.${process.ppid}.part`]) writeFileSync(name, 'half')
    await backUp(to)
    const left = readdirSync(folder).filter((name) => name.startsWith(`${dialect}-after-kill`))
    // Another one that still runs keeps its own.
    expect(left.toSorted()).toEqual([basename(to), `${basename(to)}.${process.ppid}.part`].toSorted())
  })

  test('without files it says so, and an archive of format 1 is still read', async () => {
    const bare = join(folder, `${dialect}-bare.qdbackup`)
    const { contents } = await makeBackup({ ...from, filesDir: null, migrations, version: '0', to: bare })
    expect(contents).toBeNull()
    const lines = gunzipSync(readFileSync(bare)).toString().trim().split('\n')
    expect(lines.filter((line) => line.startsWith('{"content"'))).toEqual([])
    const body = lines.slice(0, -1).map((line) => line.replace('"format":2', '"format":1'))
    const { end } = JSON.parse(lines.at(-1)!) as { end: { sha256: string } }
    const hash = createHash('sha256')
    for (const line of body) hash.update(line).update('\n')
    const all = [...body, JSON.stringify({ end: { ...end, sha256: hash.digest('hex') } })]
    const old = join(folder, `${dialect}-old.qdbackup`)
    writeFileSync(old, gzipSync(`${all.join('\n')}\n`))
    const target = await emptyPlace(dialect)
    const restored = await restoreBackup({ from: old, ...target, migrations, replace: false })
    expect([restored.head.format, restored.contents]).toEqual([1, 0])
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
        env: { ...bareEnv(), ...settings },
      }).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          said: error.stdout + error.stderr,
        }),
      )
    const backedUp = await run('backup.ts', settingsOf(from), '--to', into)
    expect(backedUp).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^backup ok: \d+ rows[^]*files: 2 with \d+ bytes; NOT IN IT: 1 [^]*WITHOUT THE MASTER KEY/,
      ),
    })
    const [name] = readdirSync(into)
    expect(name).toMatch(/^quarterdeck-\d{8}T\d{6}\.qdbackup$/)
    const file = join(into, name!)
    expect(await run('restore.ts', settingsOf(target), '--from', file)).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^restore ok: \d+ rows[^]*audit ok: head[^]*files: 2 in [^]*2 were not whole/,
      ),
    })
    expect(await run('restore.ts', settingsOf(target), '--from', file)).toEqual({
      code: 2,
      said: expect.stringMatching(/--replace to lose what it holds\.\n$/),
    })
    expect((await run('backup.ts', settingsOf(from), '--to', file)).said).toBe(`${file} is there already.\n`)
    expect((await run('restore.ts', settingsOf(target))).code).toBe(2)
  })
})
