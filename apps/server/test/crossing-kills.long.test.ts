import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BYTES_TYPE } from '@qd/contract-kit'
import type { MailRecord } from '@qd/mail/contract'
import type { BatchDetail } from '@qd/redemption-codes/contract'
import type { SandboxServer } from '@qd/sandbox'
import { callGame } from '@qd/sandbox/testing'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCodeBatch, aMailDraft, mailKey, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

/*
 * Mails and code batches under way at once on two consoles over one PostgreSQL, while any of the consoles is killed at any
 * moment: each mail is in each mailbox once, and each batch has its codes.
 */

const LINE = 'northwind-test'
const S_IDS = [123, 124]
const MAILS = 4
const PLAYERS = 700
const BATCHES = 2
const CODES = 15_000
const KILLS = 3
const NODES = 2
const READERS = 16
/** How much is done at the last kill, at most. */
const LATEST = 0.9
const titleOf = (mail: number) => `Crossing ${String(mail)}`

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
/** Has the game servers and works on no jobs; the nodes that are killed do. */
let first: TestConsole
let admin: Speaker
const nodes: ConsoleProcess[] = []
let started = 0

async function startNode(): Promise<ConsoleProcess> {
  return startConsoleProcess({
    DATABASE_URL: place.where.databaseUrl!,
    QD_DATA_DIR: join(folder, `node-${String(++started)}`),
    QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
    QD_LOG_LEVEL: 'error',
    QD_SANDBOX: 'off',
  })
}

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-crossing-'))
  first = await startTestConsole(
    {
      DATABASE_URL: place.where.databaseUrl!,
      QD_DATA_DIR: join(folder, 'first'),
      QD_LOG_LEVEL: 'error',
    },
    // One in fifty plays by themselves, and may throw a mail away.
    { playersPerServer: Math.ceil(PLAYERS * 1.05), withRedis: false },
  )
  await first.jobs.stop()
  admin = await first.signIn('admin')
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(path: string, body: object): Promise<T> {
  const answer = await admin.post<T>(path, body)
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}
const onLine = (path: string) => `/partner/mail/${path}?lineId=${LINE}`
const mailOf = (id: string) => ask<MailRecord>(onLine('get'), { id })
const batchOf = (batchId: string) => ask<BatchDetail>('/partner/codes/get', { lineId: LINE, batchId })

/** Players who do nothing by themselves. */
function quiet(sId: number): string[] {
  const found: string[] = []
  for (let sequence = 1; found.length < PLAYERS; sequence++)
    if (sequence % 50 !== 7) found.push(String(30_000_000_000 + sId * 1_000_000 + sequence))
  return found
}

async function sendMail(mail: number, uIds: readonly string[]): Promise<string> {
  const content = { en: { title: titleOf(mail), body: 'Sorry' } }
  const draft = aMailDraft({ sendType: 4, playerObj: [], content, fallback: 'en' })
  const { id } = await ask<{ id: string }>(onLine('save'), { draft })
  const path = `${first.url}${onLine('upload')}&id=${id}&revision=1&name=list.csv`
  const headers = { token: admin.token ?? '', 'content-type': BYTES_TYPE }
  const body = new Uint8Array(Buffer.from(`uId\n${uIds.join('\n')}\n`))
  expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200)
  const { revision, contentHash } = await mailOf(id)
  await ask(onLine('release'), { id, revision, contentHash, reason: 'kill test', idempotencyKey: mailKey() })
  return id
}

async function makeCodes(at: number): Promise<string> {
  const draft = aCodeBatch({
    name: `Crossing ${String(at)}`,
    quantity: CODES,
    length: 13,
    gift: [{ number: '10001', quantity: '1' }],
  })
  const saved = { lineId: LINE, batchId: null, revision: 0, draft }
  const { id: batchId, revision } = await ask<BatchDetail>('/partner/codes/save', saved)
  const order = { lineId: LINE, batchId, revision, reason: 'kill test', confirm: draft.name }
  await ask('/partner/codes/release', order)
  return batchId
}

/** How many of these mails each mailbox of a server has, by title. */
async function lettersOn(server: SandboxServer, uIds: readonly string[]): Promise<Map<string, number>> {
  const counted = new Map<string, number>()
  const queue = uIds.values()
  const reader = async () => {
    for (const uId of queue) {
      const { envelope } = await callGame(server, 'dataGet', { uId, items: [{ diff: 'MailInfo' }] })
      const mails = Object.values(envelope.data?.tables['mail'] as Record<string, { title: string }>)
      const titles = mails.map(({ title }) => title).filter((title) => title.startsWith('Crossing'))
      // Twice in one box is as wrong as not at all.
      for (const title of new Set(titles)) counted.set(title, (counted.get(title) ?? 0) + 1)
      if (new Set(titles).size < titles.length) counted.set('doubled', (counted.get('doubled') ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return counted
}

test('mails and codes that are under way at once survive kills at any moment: nothing doubled, nothing lost', async () => {
  const players = new Map(S_IDS.map((sId) => [sId, quiet(sId)]))
  const uIds = [...players.values()].flat()
  nodes.push(...(await Promise.all(Array.from({ length: NODES }, startNode))))
  const batches = await Promise.all(Array.from({ length: BATCHES }, (_, at) => makeCodes(at)))
  const mails = await Promise.all(Array.from({ length: MAILS }, (_, at) => sendMail(at, uIds)))
  /** How much of all of it is done. */
  const done = async () => {
    const [sent, made] = await Promise.all([
      Promise.all(mails.map(mailOf)),
      Promise.all(batches.map(batchOf)),
    ])
    const shares = [
      ...sent.map(({ progress }) => {
        return ((progress?.delivered ?? 0) + (progress?.already ?? 0)) / uIds.length
      }),
      ...made.map(({ funnel }) => funnel.generated / CODES),
    ]
    return shares.reduce((sum, share) => sum + share, 0) / shares.length
  }
  const plan = Array.from({ length: KILLS }, (_, at) => ({
    after: ((at + Math.random()) / KILLS) * LATEST,
    node: Math.floor(Math.random() * NODES),
  }))
  for (const { after, node } of plan) {
    await expect.poll(done, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(after)
    await nodes[node]!.kill()
    nodes[node] = await startNode()
  }
  const told = JSON.stringify(plan)
  for (const id of mails) {
    await expect.poll(async () => (await mailOf(id)).state, { timeout: 120_000, message: told }).toBe('sent')
    const { progress } = await mailOf(id)
    expect((progress?.delivered ?? 0) + (progress?.already ?? 0), told).toBe(uIds.length)
    expect(progress, told).toMatchObject({ failed: 0, unknown: 0, waiting: 0 })
  }
  for (const [sId, each] of players) {
    const server = first.sandbox!.servers.find((one) => one.sId === sId)!
    const counted = await lettersOn(server, each)
    expect(Object.fromEntries(counted), told).toEqual(
      Object.fromEntries(mails.map((_, at) => [titleOf(at), PLAYERS])),
    )
  }
  const codes = first.store.as<{ code: { batch: number; digest: string; n: number } }>().read
  for (const id of batches) {
    await expect
      .poll(async () => (await batchOf(id)).state, { timeout: 120_000, message: told })
      .toBe('active')
    const { number, funnel } = await batchOf(id)
    expect(funnel.generated, told).toBe(CODES)
    const rows = await codes.selectFrom('code').select(['digest', 'n']).where('batch', '=', number).execute()
    expect([rows.length, new Set(rows.map(({ n }) => n)).size], told).toEqual([CODES, CODES])
  }
}, 300_000)
