import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVerifyAudit } from '@qd/audit/server'
import { mountSmallDisk } from '@qd/store/testing'
import type { SmallDisk } from '@qd/store/testing'
import { world } from '@qd/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { speakTo, startConsoleProcess } from '../testing/index.ts'
import type { Answer, Speaker } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

const PASSWORD = 'tide over the harbour wall'
const RESERVE_BYTES = 16 * 1024 * 1024

let folder: string
let dataDir: string
let running: ConsoleProcess | undefined
/** Keeps the small disk while no console runs on it. */
let disk: SmallDisk

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-full-'))
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  disk = await mountSmallDisk(dataDir)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  disk.remove()
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({ QD_SANDBOX: 'off', QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'warn' })
const inDisk = (name: string) => join(disk.seen, name)
const codeOf = ({ http, body }: Answer<unknown>) => [http, body.err?.code]
const readiness = async () => codeAndData(await speakTo(running!.url, null).get('/readyz'))
const codeAndData = ({ http, body }: Answer<unknown>) => [http, body.data]
const signIn = (password = PASSWORD) =>
  speakTo(running!.url, null).post<{ token: string }>('/api/auth/login', { username: 'root', password })
const save = (as: Speaker, department: string) =>
  as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })
const fullLines = () => running!.lines.filter((line) => /no room where/i.test(line))

async function start(more: Record<string, string> = {}): Promise<void> {
  running = await startConsoleProcess({ ...settings(), ...more }, disk.enter)
}

async function firstAccount(): Promise<Speaker> {
  const code = /code=([\w-]+)/.exec(running!.lines.join('\n'))![1]!
  await speakTo(running!.url, null).post('/api/auth/setup', { code, username: 'root', password: PASSWORD })
  return speakTo(running!.url, (await signIn()).body.data.token)
}

const reserveIsThere = () => statSync(inDisk('quarterdeck.reserve'), { throwIfNoEntry: false })?.size

const fillDisk = () => disk.fill('filler')

/** Saves until one is refused: the log of the database may still have room that was used before. */
async function saveUntilRefused(as: Speaker): Promise<Answer<unknown>> {
  for (let index = 0; index < 5_000; index++) {
    const answer = await save(as, `while full ${index}`)
    if (answer.http !== 200) return answer
  }
  throw new Error('the disk does not get full')
}

test('a full disk: signing in, reading and the audit page go on from the reserve, other writes say so, and all goes on when there is room', async () => {
  await start()
  const as = await firstAccount()
  await expect.poll(reserveIsThere, { timeout: 15_000 }).toBe(RESERVE_BYTES)
  // Of blocks that are really taken.
  expect(statSync(inDisk('quarterdeck.reserve')).blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES)
  expect((await save(as, 'before')).http).toBe(200)
  expect(await readiness()).toEqual([200, 'ok'])
  fillDisk()
  expect(codeOf(await saveUntilRefused(as))).toEqual([507, 'storage_full'])
  expect(reserveIsThere()).toBeUndefined()
  expect(codeOf(await save(as, 'still full'))).toEqual([507, 'storage_full'])
  // What has to leave a row in the audit does not happen without it.
  expect(codeOf(await as.post('/api/auth/ticket'))).toEqual([507, 'storage_full'])

  for (let round = 0; round < 30; round++) {
    const { http, body } = await signIn()
    expect(http).toBe(200)
    const other = speakTo(running!.url, body.data.token)
    expect((await other.get('/adjust/userInfo')).http).toBe(200)
    expect((await other.post('/api/auth/logout')).http).toBe(200)
  }
  expect(codeOf(await signIn('a wrong password'))).toEqual([401, 'login_failed'])
  // What is refused for another reason says so, and leaves its row.
  const wrong = await as.post('/platform/user/info', { name: 7 })
  expect(codeOf(wrong)).toEqual([400, 'field_invalid'])
  const page = await as.post<{ list: { action: string; result: string }[] }>('/platform/audit/list', {
    limit: 50,
  })
  expect(page.http).toBe(200)
  expect(page.body.data.list.length).toBe(50)
  expect(page.body.data.list[0]).toMatchObject({ action: 'session.saveProfile', result: 'refused' })
  expect(page.body.data.list[1]!.action).toBe('session.login')
  // A change there is no room for leaves none: it would take some of what is left each time.
  const failed = await as.post<{ list: unknown[] }>('/platform/audit/list', { result: 'failed' })
  expect([failed.http, failed.body.data.list]).toEqual([200, []])
  expect(await readiness()).toEqual([200, 'storage_full'])
  const metrics = await (await fetch(`${running!.url}/metrics`)).text()
  expect(metrics).toContain('\nquarterdeck_storage_full 1\n')
  // Once, however many calls were refused.
  expect(fullLines()).toHaveLength(1)
  expect(running!.lines.filter((line) => /storage_full|store_full/.test(line))).toEqual([])

  rmSync(inDisk('filler'))
  await expect.poll(async () => (await save(as, 'after')).http, { timeout: 15_000 }).toBe(200)
  expect(reserveIsThere()).toBe(RESERVE_BYTES)
  expect(await readiness()).toEqual([200, 'ok'])
  expect(fullLines()).toHaveLength(1)
  expect(running!.lines.join('\n')).toContain('there is room again')
  // A program reads the log, since nobody sits there.
  expect(running!.lines.map((line) => JSON.parse(line) as object)).toEqual(
    running!.lines.map(() => expect.objectContaining({ level: expect.any(Number), msg: expect.any(String) })),
  )
  const said: string[] = []
  // A copy, since SQLite finds its way by names, and this disk has one only inside.
  const copy = join(folder, 'copy')
  cpSync(disk.seen, copy, { recursive: true })
  await runVerifyAudit({ dataDir: copy, migrations, print: (line) => said.push(line) })
  expect(said.join()).toContain('audit ok')
}, 120_000)

test('a disk that is full at the start: the console starts, people sign in and read', async () => {
  await start()
  await firstAccount()
  await expect.poll(reserveIsThere, { timeout: 15_000 }).toBe(RESERVE_BYTES)
  await running!.stop()
  fillDisk()
  await start()
  expect((await signIn()).http).toBe(200)
  // Stopped in order and killed, with the reserve given up.
  for (const end of ['stop', 'kill'] as const) {
    const as = speakTo(running!.url, (await signIn()).body.data.token)
    expect((await as.get('/adjust/userInfo')).http).toBe(200)
    expect((await as.post('/platform/audit/list', {})).http).toBe(200)
    expect(codeOf(await saveUntilRefused(as))).toEqual([507, 'storage_full'])
    expect(await readiness()).toEqual([200, 'storage_full'])
    await running![end]()
    await start()
  }
  rmSync(inDisk('filler'))
  const as = speakTo(running!.url, (await signIn()).body.data.token)
  await expect.poll(async () => (await save(as, 'after')).http, { timeout: 15_000 }).toBe(200)
}, 120_000)

test('a disk that is full at a later start with the sandbox: the console starts, people sign in and read', async () => {
  const withSandbox = { QD_SANDBOX: 'on' }
  const signInToSandbox = async () => {
    const login = { username: 'admin', password: world.accountPassword }
    const { http, body } = await speakTo(running!.url, null).post<{ token: string }>('/api/auth/login', login)
    expect(http).toBe(200)
    return speakTo(running!.url, body.data.token)
  }
  await start(withSandbox)
  await expect.poll(reserveIsThere, { timeout: 15_000 }).toBe(RESERVE_BYTES)
  await running!.stop()
  fillDisk()
  // The first start with the reserve, the others with what the one before left of its room.
  for (const end of ['stop', 'kill', 'stop'] as const) {
    await start(withSandbox)
    const as = await signInToSandbox()
    expect((await as.get('/adjust/userInfo')).http).toBe(200)
    expect((await as.post('/platform/audit/list', {})).http).toBe(200)
    const games = await as.post<unknown[]>('/platform/game/list')
    expect([games.http, games.body.data.length]).toEqual([200, 1])
    expect(await readiness()).toEqual([200, 'storage_full'])
    await running![end]()
  }
}, 180_000)

test('[store.full] a new installation on a full disk is refused in one line that says what to do', async () => {
  fillDisk()
  const attempt = startConsoleProcess(settings(), disk.enter)
  // A line of its own; log lines of the process come by another pipe and may stand before or after it.
  await expect(attempt).rejects.toThrow(
    /^\{"level":60,.*"msg":"there is no room in the data folder .*: make room, then start again\."\}$/im,
  )
  expect(existsSync(inDisk('quarterdeck.reserve'))).toBe(false)
})
