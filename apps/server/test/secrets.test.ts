import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AnyRoute } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { startChild } from '@qd/testing/children'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '../backup/make-backup.ts'
import { migrations } from '../migrations.ts'
import { openLive, proven, speakTo, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'
import type { Speaker } from '../testing/index.ts'
import { fill, pathOf, typeOf } from './samples.ts'

/*
 * A storm over everything that takes a secret or a name. Afterwards nothing of it may stand in what the console
 * printed, and no secret in the clear in its folder, its write-ahead log or a backup.
 */

const FAULT = `
process.on('SIGUSR2', () => new URL('canary-crash with spaces'))
`
/** Whoever makes them: none may be printed. The secret ones may not be stored readable either. */
const secret: string[] = []
const typed: string[] = []
let count = 0
const make = (kind: string, into: string[]) => {
  const text = `canary-${kind}-${count++}`
  into.push(text)
  return text
}
const password = () => make('password', secret)

let folder: string
let dataDir: string
let running: ConsoleProcess
let nobody: Speaker
let as: Speaker
let rootPassword: string

const settings = () => ({
  QD_DATA_DIR: dataDir,
  QD_SANDBOX: 'off',
  QD_LOG_LEVEL: 'debug',
  QD_LOGIN_GET: 'on',
  QD_PUBLIC_URL: 'http://127.0.0.1',
  QD_OIDC_ISSUER: 'http://127.0.0.1:9/realm',
  QD_OIDC_CLIENT_ID: 'console',
  QD_OIDC_CLIENT_SECRET_FILE: join(folder, 'client-secret'),
  QD_OIDC_ALLOW_LOOPBACK: 'on',
  NODE_OPTIONS: `--import ${join(folder, 'fault.mjs')}`,
})
/** Keeps what an answer says once, as the secret it is. */
function shownOnce(text: string): string {
  expect(text.length).toBeGreaterThan(15)
  secret.push(text)
  return text
}

async function signIn(username: string, given: string, otp?: string): Promise<Speaker> {
  const answer = await nobody.post<{ token: string }>('/api/auth/login', { username, password: given, otp })
  if (answer.http !== 200) throw new Error(`${username}: ${answer.body.msg}`)
  return speakTo(running.url, shownOnce(answer.body.data.token))
}

/** RFC 6238, written apart from the console's own. */
function totp(base32: string, atMs: number): string {
  const bits = [...base32].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

async function ok<T>(asking: Promise<{ http: number; body: { data: T; msg: string } }>): Promise<T> {
  const { http, body } = await asking
  expect([http, body.msg]).toEqual([200, body.msg])
  return body.data
}

async function setUp(): Promise<void> {
  const line = running.lines.find((each) => each.includes('first administrator'))!
  // Told to the terminal on purpose, once; no secret any more when it was used.
  const code = /code=([\w-]+)/.exec(line)![1]!
  rootPassword = password()
  await ok(nobody.post('/api/auth/setup', { code, username: 'root', password: rootPassword }))
  as = await signIn('root', rootPassword)
}

async function inviteWithFactor(): Promise<void> {
  const person = {
    username: make('user', typed),
    name: make('name', typed),
    department: make('department', typed),
  }
  const rights = { mustUseSecondFactor: false, grants: [], groupIds: [] }
  const invite = () => as.post<{ path: string }>('/platform/user/invite', { ...person, ...rights })
  const { path } = await ok(proven(as, invite, rootPassword))
  const code = shownOnce(path.split('code=')[1]!)
  await nobody.post('/api/auth/invitation/state', { code })
  const given = password()
  const opened = await ok(nobody.post<{ token: string }>('/api/auth/invitation', { code, password: given }))
  const own = speakTo(running.url, shownOnce(opened.token))
  const factor = await ok(
    proven(own, () => own.post<{ secret: string; address: string }>('/api/auth/second-factor/start'), given),
  )
  shownOnce(factor.secret)
  const fit = { code: totp(factor.secret, Date.now()) }
  const { recoveryCodes } = await ok(
    own.post<{ recoveryCodes: string[] }>('/api/auth/second-factor/confirm', fit),
  )
  const [spent = '', ...left] = recoveryCodes.map(shownOnce)
  expect(left.length).toBeGreaterThan(5)
  await signIn(person.username, given, spent)
  const changed = password()
  await ok(own.post('/platform/user/password', { oldPassword: given, password: changed }))
  await nobody.post('/api/auth/login', {
    username: password(),
    password: password(),
    otp: make('otp', secret),
  })
  await nobody.get(`/api/auth/login?username=${make('query-user', typed)}&password=${password()}`)
}

async function useTokens(): Promise<void> {
  const grants = [{ scope: '*', environment: '*', codes: ['index.data.read'] }]
  const named = {
    tokenName: make('token-name', typed),
    expiresAt: Date.now() + 60_000,
    password: rootPassword,
  }
  const { token } = await ok(as.post<{ token: string }>('/api/auth/tokens/create', { ...named, grants }))
  await speakTo(running.url, shownOnce(token)).get('/adjust/userInfo')
  await speakTo(running.url, make('token', secret)).get('/adjust/userInfo')
  const { ticket } = await ok(as.post<{ ticket: string }>('/api/auth/ticket'))
  shownOnce(ticket)
  const live = await openLive(running.url, as)
  live.socket.send(JSON.stringify({ id: '1', channel: make('channel', typed), open: {} }))
  await live.next(({ error }) => error !== undefined)
  live.socket.close()
}

async function fillCatalogue(): Promise<void> {
  const place = { game: 'storm', partnerCode: 'wind', lineId: 'storm-line' }
  const name = () => make('place', typed)
  const save = (kind: string, body: object) =>
    ok(as.post(`/platform/catalogue/${kind}/save`, { ...body, revision: 0 }))
  await save('game', { game: place.game, name: name(), code: 'storm' })
  await save('operator', { game: place.game, partnerCode: place.partnerCode, platform: 7, name: name() })
  await save('line', { ...place, lineCode: 'l', name: name(), environment: 'test', channels: [] })
  const server = {
    lineId: place.lineId,
    sId: 1,
    apiUrl: 'http://127.0.0.1:9',
    serverId: 'one',
    keyId: 'one',
    ws: '',
    codec: QD1,
    allowPlain: true,
    allowPrivate: true,
    allowLoopback: true,
  }
  const hashKey = make('hash-key', secret)
  await save('server', { ...server, serviceName: name(), openedAt: null, enabled: true, hashKey })
  await ok(as.post('/platform/catalogue/test', { ...server, hashKey: make('tried-key', secret) }))
  await as.post('/adjust/get?uId=70001000001', { diffs: ['SettingsInfo'] })
}

/** Every call there is: once as its sample, once with a canary wherever text can stand. */
async function askEverything(routes: readonly AnyRoute[]): Promise<void> {
  const canaries = (value: unknown): unknown => {
    if (typeof value === 'string') return make('field', typed)
    if (Array.isArray(value)) return value.map(canaries)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, canaries(each)]))
  }
  const headers = {
    cookie: make('cookie', typed),
    lang: make('lang', typed),
    referer: make('referer', typed),
  }
  for (const route of routes) {
    const query = fill(route.query, 'missing') as Record<string, string>
    const body = fill(route.body, 'missing')
    const forms = [
      { query, body },
      { query: canaries(query) as Record<string, string>, body: canaries(body) },
    ]
    for (const form of forms) {
      const url = `${pathOf(route, 'missing')}?${new URLSearchParams(form.query)}`
      const init = { method: 'POST', body: JSON.stringify(form.body) }
      const answer = await fetch(running.url + url, {
        ...(route.method === 'GET' ? {} : init),
        headers: { ...headers, token: as.token!, ...typeOf(route) },
        redirect: 'manual',
      })
      await answer.arrayBuffer()
    }
  }
  await fetch(running.url, { method: 'POST', body: `{"password": ${make('broken', secret)}`, headers })
}

const filesOf = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const among = (texts: readonly string[], content: string) => texts.filter((text) => content.includes(text))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-secrets-'))
  dataDir = join(folder, 'data')
  writeFileSync(join(folder, 'client-secret'), make('client-secret', secret))
  writeFileSync(join(folder, 'fault.mjs'), FAULT)
  running = await startConsoleProcess(settings())
  nobody = speakTo(running.url, null)
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** All files and what they hold; one that the console renames meanwhile is read under its new name. */
function contentsOf(folder: string): [file: string, content: string][] {
  for (;;) {
    try {
      return filesOf(folder).map((file) => [file, readFileSync(file, 'latin1')])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

describe('[ops.logs] secrets and what people typed', () => {
  test('are in no line printed, and no secret is readable in the folder, beside it or in a backup', async () => {
    const other = await startTestConsole({ QD_SANDBOX: 'off' })
    const routes = other.features.flatMap((feature) => feature.routes.map(({ route }) => route))
    await other.dispose()
    await setUp()
    await inviteWithFactor()
    await useTokens()
    await fillCatalogue()
    await nobody.post('/api/auth/oidc/start', { redirect: `/${make('redirect', typed)}` })
    const leaving = new Set(['session.logout', 'session.endOthers'])
    await askEverything(routes.filter((route) => !leaving.has(route.title) && route.raw !== true))
    await ok(as.post('/api/auth/logout'))
    expect(secret.length).toBeGreaterThan(25)
    expect(typed.length).toBeGreaterThan(100)

    const printed = running.lines.join('\n')
    expect(printed).toContain('"call":"session.login"')
    expect(among([...secret, ...typed], printed)).toEqual([])

    // The log of the database still holds what was written last: nothing is closed yet.
    const files = contentsOf(dataDir)
    expect(files.some(([file]) => file.endsWith('-wal'))).toBe(true)
    for (const [file, content] of files) expect([file, among(secret, content)]).toEqual([file, []])
    const { file } = await makeBackup({
      where: { dataDir },
      dataDir,
      filesDir: join(dataDir, 'files'),
      migrations,
      version: '1',
      to: join(folder, 'archive'),
    })
    const archive = gunzipSync(readFileSync(file)).toString()
    expect(among(typed, archive).length).toBeGreaterThan(5)
    expect(among(secret, archive)).toEqual([])
    const key = readFileSync(join(dataDir, 'master.key'), 'utf8').trim()
    expect(archive).not.toContain(key)
  }, 60_000)

  test('a fault nobody caught ends the console with one line of JSON, without what it was given', async () => {
    running.child.signal('SIGUSR2')
    expect((await running.child.ended).code).toBe(1)
    const line = JSON.parse(running.lines.at(-1)!) as Record<string, unknown>
    expect(line).toMatchObject({
      level: 60,
      msg: 'ended by a fault nobody caught',
      err: { code: 'ERR_INVALID_URL' },
    })
    expect(running.lines.join()).not.toContain('canary-crash')
  })

  test('a database that cannot be reached is named without its password', async () => {
    const script = `import(${JSON.stringify(join(import.meta.dirname, '../main.ts'))}).then((m) => m.main())`
    const env = {
      ...process.env,
      ...settings(),
      QD_PORT: '0',
      DATABASE_URL: 'postgres://quarter:canary-word@127.0.0.1:9/none',
    }
    const child = startChild(process.execPath, ['-e', script], { env })
    onTestFinished(() => void child.kill())
    // It waits for the database until it is ended.
    await child.says('Waiting for the database')
    child.signal('SIGTERM')
    expect((await child.ended).text).not.toContain('canary-word')
  })
})
