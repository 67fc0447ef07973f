import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditTables } from '@qd/audit/server'
import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { migrations } from '../migrations.ts'
import { speakTo, startConsoleProcess } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'
import { startNginx } from '../testing/start-nginx.ts'
import type { Nginx, NginxCall } from '../testing/start-nginx.ts'

const PASSWORD = 'tide over the harbour wall'
const WRITERS = 16
const FEW = 8

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
let nodes: ConsoleProcess[] = []
let nginx: Nginx
let token = ''
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const startNode = (name: string, port = '0') =>
  startConsoleProcess({
    DATABASE_URL: place.where.databaseUrl!,
    QD_PORT: port,
    QD_DATA_DIR: join(folder, name),
    QD_FILES_DIR: join(folder, 'files'),
    QD_MASTER_KEY_FILE: join(folder, 'master.key'),
    QD_SANDBOX: 'off',
    QD_PUBLIC_URL: 'https://console.example.org',
    QD_TRUSTED_PROXIES: '127.0.0.1',
  })

const auth = () => ({ token, authorization: `Bearer ${token}` })
function post(body: unknown, headers: Record<string, string> = {}): NginxCall {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
async function say<T = unknown>(path: string, body: unknown): Promise<{ status: number; data: T }> {
  const answer = await nginx.ask(path, post(body, token === '' ? {} : auth()))
  return { status: answer.status, data: (JSON.parse(String(answer.body)) as { data: T }).data }
}

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-proxied-'))
  // One after the other: the first makes the master key.
  nodes = [await startNode('first'), await startNode('second')]
  nginx = await startNginx([nodes[0]!.url, nodes[1]!.url], WRITERS)
  const links = nodes.flatMap(({ lines }) => lines.filter((line) => line.includes('first administrator')))
  const code = /code=([\w-]+)/.exec(links.at(-1)!)![1]
  const nobody = speakTo(nodes[0]!.url, null)
  const made = await nobody.post('/api/auth/setup', { code, username: 'root', password: PASSWORD })
  expect(made).toMatchObject({ http: 200 })
  const { data } = await say<{ token: string }>('/api/auth/login', { username: 'root', password: PASSWORD })
  token = data.token
})
afterAll(async () => {
  await nginx.stop()
  await Promise.all(nodes.map((node) => node.stop()))
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

const saving = (department: string) => post({ name: 'name', phone: '', sex: '', department }, auth())

interface AnsweredCalls {
  saved: string[]
  /** What else was answered, or how the connection broke. */
  other: string[]
}

/** Saves under new names, over connections that stay open, until it is enough. */
async function saveUntil(
  prefix: string,
  isEnough: () => boolean,
  told: AnsweredCalls,
  writers = WRITERS,
): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; !isEnough(); index++) {
        const name = `${prefix} ${writer} ${index}`
        const status = await nginx.ask('/platform/user/info', saving(name)).then(
          (answer) => answer.status,
          (error: Error) => error.message,
        )
        if (status === 200) told.saved.push(name)
        else told.other.push(`${status} ${name}`)
      }
    }),
  )
}

/** Lines of nginx about calls that this node had, among those after the first `from`. */
const servedBy = ({ url }: ConsoleProcess, from: number) => {
  const address = new URL(url).host
  return () =>
    nginx
      .log()
      .slice(from)
      .filter((line) => line.includes(address))
}
/** How long the call took. */
const secondsOf = (line: string) => Number(/" \d+ ([\d.]+) /.exec(line)?.[1])

/** The names that were saved, one for each time. */
async function writtenNames(prefix: string): Promise<string[]> {
  const store = await openStore<AuditTables>({ ...place.where, migrations, readOnly: true })
  const rows = await store.read
    .selectFrom('audit_log')
    .select('entry')
    .where('action', '=', 'session.saveProfile')
    .execute()
  await store.close()
  return rows
    .map(
      ({ entry }) =>
        (JSON.parse(entry) as { entry: { detail: { department: string } } }).entry.detail.department,
    )
    .filter((name) => name.startsWith(prefix))
}

test('large bodies go through whole, and ranges of a file come back', async () => {
  const content = randomBytes(9 * 1_048_576)
  const begun = await say<{ fileId: string; partBytes: number }>('/platform/file/begin', {
    use: 'bulk-edit.list',
    name: 'list.txt',
    size: content.length,
  })
  expect(begun.status).toBe(200)
  const { fileId, partBytes } = begun.data
  for (let offset = 0; offset < content.length; offset += partBytes) {
    const answer = await nginx.ask(`/platform/file/part?fileId=${fileId}&offset=${offset}`, {
      method: 'POST',
      headers: { ...auth(), 'content-type': 'application/octet-stream' },
      body: content.subarray(offset, offset + partBytes),
    })
    expect(answer.status).toBe(200)
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect((await say('/platform/file/finish', { fileId, sha256 })).status).toBe(200)
  const whole = await nginx.ask(`/platform/file/content?fileId=${fileId}`, { headers: auth() })
  expect(whole.body.equals(content)).toBe(true)
  const range = { range: 'bytes=8388600-8388620' }
  const part = await nginx.ask(`/platform/file/content?fileId=${fileId}`, {
    headers: { ...auth(), ...range },
  })
  expect(part.status).toBe(206)
  expect(part.body.equals(content.subarray(8_388_600, 8_388_621))).toBe(true)
})

test('live sockets open under the name of the console, and pages come with their headers', async () => {
  const { data } = await say<{ ticket: string }>('/api/auth/ticket', {})
  const socket = new WebSocket(`${nginx.url.replace('https', 'wss')}/live`, {
    rejectUnauthorized: false,
    origin: 'https://console.example.org',
    headers: { host: 'console.example.org' },
  })
  undo.push(() => socket.terminate())
  await once(socket, 'open')
  socket.send(JSON.stringify({ ticket: data.ticket }))
  const [ready] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(String(ready))).toMatchObject({ ready: true })
  expect((await nginx.ask('/metrics')).status).toBe(404)
  expect((await nginx.ask('/readyz')).status).toBe(200)
})

test('a node that stops under calls on open connections, and comes back: each call is answered, and done once', async () => {
  for (const round of [0, 1]) {
    const told: AnsweredCalls = { saved: [], other: [] }
    let isOver = false
    const prefix = `stop ${round}`
    const writing = saveUntil(prefix, () => isOver, told)
    await expect.poll(() => told.saved.length).toBeGreaterThan(100)
    const stopping = nodes[round]!
    await stopping.stop()
    const before = told.saved.length
    await expect.poll(() => told.saved.length).toBeGreaterThan(before + 100)
    nodes[round] = await startNode(`again ${round}`, new URL(stopping.url).port)
    const isBack = servedBy(stopping, nginx.log().length)
    await expect.poll(() => isBack().length).toBeGreaterThan(10)
    isOver = true
    await writing
    expect(told.other).toEqual([])
    expect((await writtenNames(prefix)).toSorted()).toEqual(told.saved.toSorted())
  }
})

test('a node that stands still keeps the calls it has and gets hardly any more, and pages pass it over', async () => {
  const frozen = nodes[0]!
  const told: AnsweredCalls = { saved: [], other: [] }
  let isOver = false
  const writing = saveUntil('freeze', () => isOver, told, FEW)
  await expect.poll(() => told.saved.length).toBeGreaterThan(50)
  const before = nginx.log().length
  frozen.child.signal('SIGSTOP')
  undo.push(() => frozen.child.signal('SIGCONT'))
  for (let index = 0; index < 20; index++) expect((await nginx.ask('/')).status).toBeLessThan(500)
  // It may have stopped in the middle of a write that the others wait for: the database ends that.
  const then = told.saved.length
  await expect.poll(() => told.saved.length).toBeGreaterThan(then + 300)
  const answered = told.saved.length + told.other.length
  frozen.child.signal('SIGCONT')
  isOver = true
  await writing
  const held = servedBy(frozen, before)().filter((line) => secondsOf(line) > 1)
  // Of each writer one call, and what nginx tried it with; the rest went to the other node.
  expect(held.length).toBeLessThanOrEqual(FEW + 5)
  expect(held.filter((line) => line.includes('"GET /"') && secondsOf(line) > 30)).toEqual([])
  expect(answered).toBeGreaterThan(300)
  expect(await writtenNames('freeze')).toEqual(expect.arrayContaining(told.saved))
})
