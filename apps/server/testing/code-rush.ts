import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchDetail, BatchDraft } from '@qd/redemption-codes/contract'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { timeLeftMs } from '@qd/testing/children'
import { aCodeBatch } from './a-code-batch.ts'
import { startConsoleProcess } from './console-process.ts'
import { callingServer, signedAs } from './speak-as-server.ts'
import { speakTo } from './speak-to.ts'
import { startTestConsole } from './start-test-console.ts'

const LINE = 'northwind-test'
const S_ID = 123

export interface RushAnswer {
  http: number
  data: { reservation?: string; refused?: number; confirmed?: boolean }
  /** From the moment all were let go. */
  ms: number
}

export interface RushCall {
  path: 'redeem' | 'confirm'
  said: object
  /** Which console is asked. */
  node: number
}

interface RushBatch {
  id: string
  code: string
}

type Parts = Record<string, Partial<BatchDraft>>

/** A redemption by a player, under a name of its own that a game would repeat. */
export const redeeming = (code: string, uId: string, node: number): RushCall => ({
  path: 'redeem',
  said: { code, uId, roleId: uId, attributes: {}, requestId: randomBytes(8).toString('hex') },
  node,
})

/** A call on a connection of its own that lacks its last byte, and what sends that. */
async function held(url: string, headers: Record<string, string>, body: string) {
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const asked = request(url, { method: 'POST', agent: false, headers: { ...headers, ...length } })
  const answered = new Promise<{ http: number; text: string }>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ http: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }),
      )
    })
  })
  answered.catch(() => undefined)
  asked.write(body.slice(0, -1))
  const [socket] = (await once(asked, 'socket')) as [
    { connecting: boolean; once(event: string, fn: () => void): void },
  ]
  if (socket.connecting) await new Promise<void>((resolve) => socket.once('connect', resolve))
  return { letGo: () => asked.end(body.slice(-1)), answered }
}

/**
 * Consoles in processes of their own, with batches of codes that are active, and calls of a game server that reach them at
 * the same moment: every connection is open and has sent all but the last byte before the first of them goes on.
 */
export async function startCodeRush<Of extends Parts>(dialect: Dialect, nodes: number, parts: Of) {
  const place = await makeTestPlace(dialect)
  const folder = mkdtempSync(join(tmpdir(), 'qd-code-rush-'))
  const settings = {
    QD_LOG_LEVEL: 'error',
    ...(place.where.databaseUrl === undefined ? {} : { DATABASE_URL: place.where.databaseUrl }),
  }
  const first = await startTestConsole(
    { ...settings, QD_DATA_DIR: join(folder, 'first') },
    { playersPerServer: 5, withRedis: false },
  )
  const { token } = await first.signIn('admin')
  const server = callingServer(first.sandbox, S_ID)
  let url = first.url

  async function ask<T>(path: string, body: object): Promise<T> {
    const answer = await speakTo(url, token).post<T>(`/partner/codes/${path}`, { lineId: LINE, ...body })
    if (answer.http !== 200) throw new Error(`${path}: ${answer.body.msg}`)
    return answer.body.data
  }

  async function made(part: Partial<BatchDraft>): Promise<RushBatch> {
    const draft: BatchDraft = aCodeBatch({
      name: 'Rush',
      quantity: 1,
      length: 13,
      perPlayerCode: null,
      gift: [{ number: '10001', quantity: '1' }],
      ...part,
    })
    const { id, revision } = await ask<BatchDetail>('save', { batchId: null, revision: 0, draft })
    await ask('release', { batchId: id, revision, reason: 'rush', confirm: draft.name })
    const endsAtMs = performance.now() + timeLeftMs()
    for (;;) {
      const { state, funnel } = await ask<BatchDetail>('get', { batchId: id })
      if (state === 'active') break
      // No loop of a test that has ended goes on.
      if (performance.now() > endsAtMs)
        throw new Error(`the batch is ${state} with ${funnel.generated} codes`)
      await sleep(20)
    }
    if (draft.kind === 'universal') return { id, code: draft.word }
    const link = await ask<{ url: string }>('export', { batchId: id, fileFormat: 'csv' })
    const { body } = await speakTo(url, token).get<string>(link.url)
    return { id, code: body.data.trim().split('\r\n')[1]! }
  }

  const batches = {} as { [Name in keyof Of]: RushBatch }
  for (const name of Object.keys(parts) as (keyof Of)[]) batches[name] = await made(parts[name]!)
  await first.stop()
  const consoles = await Promise.all(
    Array.from({ length: nodes }, (_, at) =>
      startConsoleProcess({
        ...settings,
        // One data folder is one database where there is no other.
        QD_DATA_DIR: join(folder, nodes === 1 ? 'first' : `node-${String(at)}`),
        QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
        QD_SANDBOX: 'off',
      }),
    ),
  )
  url = consoles[0]!.url

  return {
    batches,
    /** Lets all calls go at the same moment; each is answered in the end. */
    async rush(calls: readonly RushCall[]): Promise<RushAnswer[]> {
      const ready = await Promise.all(
        calls.map(({ path, said, node }) => {
          const address = `/open/v1/codes/${path}`
          const body = JSON.stringify({ sId: S_ID, ...said })
          const signed = signedAs(server, { method: 'POST', url: address, body })
          const headers = { 'content-type': 'application/json', ...signed }
          return held(consoles[node % nodes]!.url + address, headers, body)
        }),
      )
      const startMs = performance.now()
      for (const { letGo } of ready) letGo()
      return Promise.all(
        ready.map(async ({ answered }) => {
          const { http, text } = await answered
          const { data } = JSON.parse(text) as { data: RushAnswer['data'] | null }
          return { http, data: data ?? {}, ms: performance.now() - startMs }
        }),
      )
    },
    /** What the console tells of a batch. */
    funnelOf: async (batch: RushBatch) => (await ask<BatchDetail>('get', { batchId: batch.id })).funnel,
    async stop() {
      await Promise.all(consoles.map((each) => each.stop()))
      await place.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
