import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalDetail } from '@qd/approvals/contract'
import type { AuditTables } from '@qd/audit/server'
import type { Commit } from '@qd/session/server'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { speakTo, startConsoleProcess, startTestConsole, withoutFactor } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

/* Two consoles over one PostgreSQL: whoever decides or executes where and when, each request has one end. */

const PASSWORD = 'tide over the harbour wall'
const REQUESTS = 8

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
let first: TestConsole
let second: ConsoleProcess
let admin: Speaker
let voters: Speaker[]
const there = (speaker: Speaker) => speakTo(second.url, speaker.token)
const commit: Commit = (change) => first.store.write((tx) => change(tx as never))

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-approval-nodes-'))
  const settings = { DATABASE_URL: place.where.databaseUrl!, QD_LOG_LEVEL: 'error' }
  first = await startTestConsole(
    { ...settings, QD_DATA_DIR: join(folder, 'first'), QD_SANDBOX_APPROVALS: 'on' },
    { playersPerServer: 5, withRedis: false },
  )
  second = await startConsoleProcess({
    ...settings,
    QD_DATA_DIR: join(folder, 'second'),
    QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
    QD_SANDBOX: 'off',
  })
  admin = await first.signIn('admin')
  const reviewer = await first.signIn('reviewer')
  await withoutFactor(reviewer)
  await first.session.administration.createUser(commit, {
    username: 'second-reviewer',
    name: 'second-reviewer',
    password: PASSWORD,
    grants: [{ role: 'reviewer', scope: '*', environment: '*' }],
  })
  voters = [reviewer, await first.signIn('second-reviewer', PASSWORD)]
})
afterAll(async () => {
  await second.stop()
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface Ref {
  id: string
  hash: string
}
const codeOf = ({ body }: Answer) => body.err?.code ?? 'ok'
const codesOf = (answers: Answer[]) => answers.map(codeOf).toSorted()
async function submitted(code: string): Promise<Ref> {
  const body = { code, name: code, codes: ['approvals.see'], version: 0 }
  const order = { route: 'POST /platform/role/save', input: { body }, reason: 'ticket 7' }
  const answer = await admin.postText<Ref>('/platform/approvals/submit', order, '')
  expect(codeOf(answer)).toBe('ok')
  return answer.body.data
}
async function submittedAll(codes: readonly string[]): Promise<Ref[]> {
  const requests: Ref[] = []
  for (const code of codes) requests.push(await submitted(code))
  return requests
}
const vote = (as: Speaker, { id, hash }: Ref) =>
  as.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
const detailOf = async ({ id }: Ref) =>
  (await admin.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data
const auditOf = (action: string) =>
  first.store
    .as<AuditTables>()
    .read.selectFrom('audit_log')
    .select('target')
    .where('action', '=', action)
    .where('kind', '=', 'commit')
    .execute()

test('voted on and executed on two nodes at the same moment, each is approved once and done once', async () => {
  const codes = Array.from({ length: REQUESTS }, (_each, at) => `at-once-${String(at)}`)
  const requests = await submittedAll(codes)
  const [one, two] = voters
  const votes = await Promise.all(
    requests.map(async (request) =>
      codesOf(await Promise.all([vote(one!, request), vote(there(two!), request)])),
    ),
  )
  expect(votes).toEqual(requests.map(() => ['approval_state_changed', 'ok']))
  const begun = await Promise.all(
    requests.map(async ({ id, hash }) => {
      const execute = (as: Speaker) => as.post('/platform/approvals/execute', { id, hash })
      return codesOf(await Promise.all([execute(admin), execute(there(admin))]))
    }),
  )
  expect(begun).toEqual(requests.map(() => ['approval_state_changed', 'ok']))
  for (const request of requests) {
    await expect.poll(async () => (await detailOf(request)).run.endedAt, { timeout: 20_000 }).not.toBeNull()
    const { status, execution, run, votes: counted } = await detailOf(request)
    expect([status, execution, run.code, counted.length]).toEqual([5, 'succeeded', '', 1])
  }
  const { data: roles } = (
    await there(admin).post<{ code: string; version: number }[]>('/platform/role/list', {})
  ).body
  expect(roles.filter(({ code }) => codes.includes(code)).map(({ version }) => version)).toEqual(
    codes.map(() => 1),
  )
  expect((await auditOf('access.roleSave')).map(({ target }) => target).toSorted()).toEqual(codes.toSorted())
  expect((await auditOf('approvals.executed')).map(({ target }) => target).toSorted()).toEqual(
    requests.map(({ id }) => id).toSorted(),
  )
})

test('a veto on one node and an execution on the other: one of them is first, and the other hears of it', async () => {
  const requests = await submittedAll(Array.from({ length: REQUESTS }, (_each, at) => `raced-${String(at)}`))
  for (const request of requests) expect(codeOf(await vote(voters[0]!, request))).toBe('ok')
  await Promise.all(
    requests.map(async ({ id, hash }) => {
      const veto = there(admin).post('/platform/approvals/veto', { id, hash, reason: 'never' })
      await Promise.all([veto, admin.post('/platform/approvals/execute', { id, hash })])
    }),
  )
  const done = async () => {
    const { data } = (await admin.post<{ code: string }[]>('/platform/role/list', {})).body
    return data.map(({ code }) => code)
  }
  for (const [at, request] of requests.entries()) {
    const isOver = async () => {
      const { execution } = await detailOf(request)
      return execution !== 'executing'
    }
    await expect.poll(isOver, { timeout: 20_000 }).toBe(true)
    const { status, execution } = await detailOf(request)
    // Vetoed in time nothing was written; too late, it says what was done.
    expect([status, execution]).toEqual(
      (await done()).includes(`raced-${String(at)}`)
        ? [expect.any(Number), 'succeeded']
        : [4, expect.stringMatching(/^(none|cancelled|failed)$/)],
    )
  }
})
