import { connect } from 'node:net'
import type { ApprovalDetail } from '@qd/approvals/contract'
import { FILE_LIMIT_BYTES } from '@qd/contract-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole, withoutFactor } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/* What a request for approval may hold, and what somebody without rights can make the console do with it. */

const LINE = 'harbour-prod'
const UID = '10011000003'
const BULK = 'POST /adjust/bulk/start'

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
let reader: Speaker
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' }, { playersPerServer: 5, withRedis: false })
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
  reader = await running.signIn('reader')
  await withoutFactor(reviewer)
})
afterAll(() => running.dispose())

interface Ref {
  id: string
  hash: string
}
const codeOf = ({ body }: Answer) => body.err?.code ?? 'ok'
const submit = (as: Speaker, route: string, input: object, text: string) =>
  as.postText<Ref>('/platform/approvals/submit', { route, input, reason: 'ticket 7' }, text)
const detailOf = async (id: string) =>
  (await admin.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data
async function done({ id, hash }: Ref): Promise<ApprovalDetail> {
  const vote = { id, hash, decision: 'approve' }
  expect(codeOf(await reviewer.post('/platform/approvals/vote', vote))).toBe('ok')
  expect(codeOf(await admin.post('/platform/approvals/execute', { id, hash }))).toBe('ok')
  const endedAt = async () => (await detailOf(id)).run.endedAt
  await expect.poll(endedAt, { timeout: 30_000 }).not.toBeNull()
  return detailOf(id)
}

let keys = 0
/** A bulk edit for a list that fills exactly so many bytes, with one player in it. */
async function bulkOf(music: number, list: string) {
  const change = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: music, old: 0 }
  const bulk = { set: { changes: [change], onlyUnchanged: false, existing: 'skip' } }
  const seen = await admin.postText<{ hash: string }>(`/adjust/bulk/preview?lineId=${LINE}`, bulk, list)
  expect(seen.body.msg).toBe('')
  const idempotencyKey = `payload-${String(++keys).padStart(4, '0')}`
  const body = { ...bulk, hash: seen.body.data.hash, onlinePolicy: 'live', idempotencyKey }
  return { query: { lineId: LINE }, body }
}

test('a text of 10 MiB is kept, approved and executed as it is; one byte more is refused', async () => {
  const list = `${UID}\n${'\n'.repeat(FILE_LIMIT_BYTES - UID.length - 1)}`
  expect(Buffer.byteLength(list)).toBe(FILE_LIMIT_BYTES)
  const input = await bulkOf(7, list)
  const handedIn = await submit(admin, BULK, input, list)
  expect(handedIn.body.msg).toBe('')
  expect(codeOf(await submit(admin, BULK, input, `${list}\n`))).toBe('body_too_large')
  expect(await done(handedIn.body.data)).toMatchObject({ execution: 'succeeded', run: { code: '' } })
})

test('a text is the same after it was stored, also where a part of it ends in the middle of a character', async () => {
  const { text } = (await admin.post<{ text: string }>('/platform/catalogue/export', { format: 'csv' })).body
    .data
  const lines = text.trimEnd().split(/\r?\n/)
  const named = lines.map((line) => line.replace('白帆湾', '白帆🏮湾')).join('\n')
  const at = named.indexOf('🏮')
  expect(at).toBeGreaterThan(0)
  // Empty lines in front move the lantern across the place where stored parts meet.
  const padded = `${named.slice(0, named.indexOf('\n') + 1)}${'\n'.repeat(499_999 - at)}${named.slice(named.indexOf('\n') + 1)}`
  expect(padded.indexOf('🏮')).toBe(499_999)
  const body = { format: 'csv', apply: true }
  const handedIn = await submit(admin, 'POST /platform/catalogue/import', { body }, padded)
  expect(handedIn.body.msg).toBe('')
  const end = await done(handedIn.body.data)
  expect([end.execution, end.run.code]).toEqual(['succeeded', ''])
  const after = (await admin.post<{ text: string }>('/platform/catalogue/export', { format: 'csv' })).body
    .data
  expect(after.text).toContain('白帆🏮湾')
})

/** Announces a text of 10 MiB, sends its first line, and waits for the answer without sending any more. */
function announced(as: Speaker, path: string, body: object): Promise<string> {
  const { hostname, port } = new URL(running.url)
  const line = `${JSON.stringify(body)}\n`
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${as.token ?? ''}`,
    'content-type: text/plain',
    `content-length: ${String(FILE_LIMIT_BYTES)}`,
    'connection: close',
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      answer += chunk
      const code = /"code":"(\w+)"/.exec(answer)?.[1]
      if (code === undefined) return
      socket.destroy()
      resolve(code)
    })
    socket.on('close', () => reject(new Error(`closed: ${answer}`)))
    socket.write(`${head.join('\r\n')}\r\n\r\n${line}`)
  })
}

test('who may not make a call, or see a request, sends no text for it: the answer comes before', async () => {
  const order = { input: {}, reason: 'r' }
  const submitting = (route: string) => announced(reader, '/platform/approvals/submit', { ...order, route })
  expect(await submitting(BULK)).toBe('forbidden')
  expect(await submitting('POST /platform/nowhere')).toBe('not_found')
  expect(await submitting('POST /platform/approvals/list')).toBe('approval_not_gated')
  const body = { code: 'mine', name: 'Mine', codes: [], version: 0 }
  const mine = await submit(admin, 'POST /platform/role/save', { body }, '')
  const revision = { ...order, id: mine.body.data.id, revision: 1 }
  expect(await announced(reader, '/platform/approvals/revise', revision)).toBe('approval_not_found')
  expect(await announced(reviewer, '/platform/approvals/revise', revision)).toBe('forbidden')
})

test('requests that are cut off leave nothing, and others do not feel them', async () => {
  const { hostname, port } = new URL(running.url)
  const counted = async () =>
    (await admin.post<{ list: object[] }>('/platform/approvals/list', { inbox: 'all' })).body.data.list.length
  const before = await counted()
  const line = JSON.stringify({ route: BULK, input: {}, reason: 'r' })
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), hostname)
    const head = `POST /platform/approvals/submit HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${admin.token ?? ''}\r\n`
    socket.on('error', () => undefined)
    socket.write(
      `${head}content-type: text/plain\r\ncontent-length: ${String(FILE_LIMIT_BYTES)}\r\n\r\n${line}\n${'x'.repeat(20_000)}`,
    )
    return socket
  })
  const counts = await reviewer.post('/platform/approvals/counts', {})
  expect(counts.http).toBe(200)
  for (const socket of sockets) socket.destroy()
  const { body } = await submit(
    admin,
    'POST /platform/role/save',
    { body: { code: 'after-cuts', name: 'After', codes: [], version: 0 } },
    '',
  )
  expect(body.msg).toBe('')
  expect(await counted()).toBe(before + 1)
})
