import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ApprovalDetail } from '@qd/approvals/contract'
import { sealedProof, unsealedProof } from '@qd/approvals/server'
import type { ProofKey } from '@qd/system/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLive, proven, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'qd-proof-'))

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
let operator: Speaker
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' })
  ;[admin, reviewer, operator] = (await Promise.all(
    ['admin', 'reviewer', 'operator'].map((name) => running.signIn(name)),
  )) as [Speaker, Speaker, Speaker]
})
afterAll(async () => {
  await running.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const SWITCH = 'POST /platform/catalogue/server/switch'
const body = { lineId: 'harbour-prod', sIds: [12], enabled: false, reason: 'maintenance', confirm: '正式线' }
const detailOf = async (as: Speaker, id: string) =>
  (await as.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data
const submit = (as: Speaker, route: string, input: object) =>
  as.postText<{ id: string; hash: string }>(
    '/platform/approvals/submit',
    { route, input, reason: 'because' },
    '',
  )

/** With the keys that the console tells everybody, unless other arguments are given. */
async function verify(text: string | null, args?: readonly string[]) {
  const keys = join(folder, 'keys.json')
  const { body: config } = await running.anonymous.get('/api/sys/config')
  writeFileSync(keys, JSON.stringify(config))
  const file = join(folder, text === null ? 'missing.json' : 'request.proof')
  if (text !== null) writeFileSync(file, text)
  return run(process.execPath, ['apps/server/cli/verify-approval.ts', file, ...(args ?? ['--key', keys])], {
    cwd: root,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

test('[S4.14] in production a change of the catalogue is handed in, approved by somebody else, executed and proven', async () => {
  const refused = await admin.post('/platform/catalogue/server/switch', { ...body, reason: '', confirm: '' })
  expect([refused.http, refused.body.err?.code]).toEqual([428, 'approval_required'])
  const handedIn = await submit(admin, SWITCH, { body })
  expect(handedIn.http).toBe(200)
  const { id, hash } = handedIn.body.data
  const vote = (as: Speaker) => as.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
  expect((await vote(admin)).body.err?.code).toBe('approval_own')
  expect((await vote(operator)).body.err?.code).toBe('forbidden')
  expect((await proven(reviewer, () => vote(reviewer))).http).toBe(200)
  expect((await admin.post('/platform/approvals/execute', { id, hash })).http).toBe(200)
  await expect.poll(async () => (await detailOf(admin, id)).execution).toBe('succeeded')
  const { body: proof } = await reviewer.post<string>('/platform/approvals/proof', { id })
  const whole = await verify(proof.data)
  expect(whole.stdout).toMatch(/^approved, execution succeeded\nvotes: 1, .*\nThe proof holds\.$/m)
  const missing = await verify(null)
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/missing\.json cannot be read/)])
  expect(whole.code).toBe(0)
  const unkeyed = await verify(proof.data, [])
  expect([unkeyed.code, unkeyed.stdout]).toEqual([3, expect.stringContaining('consistent, not proven')])
  const rows = (JSON.parse(proof.data) as { chain: { action: string }[] }).chain.map(({ action }) => action)
  expect(rows).toEqual(
    expect.arrayContaining([
      'approvals.submit',
      'approvals.vote',
      'approvals.executed',
      'scope.switchServers',
    ]),
  )
})

test('a proof that was touched does not hold', async () => {
  const handedIn = await submit(admin, SWITCH, { body: { ...body, enabled: true } })
  const { id, hash } = handedIn.body.data
  const vote = () => reviewer.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
  expect((await proven(reviewer, vote)).http).toBe(200)
  const { data } = (await reviewer.post<string>('/platform/approvals/proof', { id })).body
  expect((await verify(data)).code).toBe(0)
  const touched: [what: string, text: string][] = [
    ['another content', data.replace(String.raw`\"enabled\":true`, String.raw`\"enabled\":false`)],
    ['a vote of the author', data.replaceAll(/"person": "[^"]+"/g, '"person": "one and the same"')],
    ['a vote more than was given', data.replace('"need": 1', '"need": 2')],
    ['a row of the audit', data.replace('"action": "approvals.vote"', '"action": "approvals.veto"')],
  ]
  for (const [what, forged] of touched) {
    // Closed anew, as a forger would: what it says still does not hold together.
    const { proof, signature } = unsealedProof(forged)
    const text = sealedProof(proof, signature!)
    expect(text, what).not.toBe(data)
    const { code, stdout } = await verify(text)
    expect([what, code], stdout).toEqual([what, 1])
  }
  expect((await verify(`${data} `)).stdout).toContain('not as it was written')
  expect((await verify('{}')).code).toBe(1)
})

test('a key that was renewed still proves what it signed, and one that was revoked proves nothing', async () => {
  const listed = await admin.post<{ list: { id: string }[] }>('/platform/approvals/list', { inbox: 'all' })
  const { id } = listed.body.data.list[0]!
  const download = async () => (await reviewer.post<string>('/platform/approvals/proof', { id })).body.data
  const first = await download()
  const { fingerprint } = unsealedProof(first).signature!
  const change = (call: string) => () =>
    admin.post(`/platform/approvals/keys/${call}`, { fingerprint, reason: 'yearly' })
  expect((await proven(admin, change('renew'))).http).toBe(200)
  const second = await download()
  expect(unsealedProof(second).signature!.fingerprint).not.toBe(fingerprint)
  expect([await verify(first), await verify(second)].map(({ code }) => code)).toEqual([0, 0])
  const { body: config } = await running.anonymous.get<{ proofKeys: ProofKey[] }>('/api/sys/config')
  const [active, retired] = config.data.proofKeys
  expect([active?.state, retired?.state, active?.from]).toEqual(['active', 'retired', retired?.to])
  // The fingerprint alone, as somebody wrote it down.
  const written = retired!.fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:')
  expect((await verify(first, ['--fingerprint', written])).code).toBe(0)
  expect((await verify(second, ['--fingerprint', written])).code).toBe(1)
  expect((await proven(admin, change('revoke'))).http).toBe(200)
  const after = await verify(first)
  expect([after.code, after.stdout]).toEqual([1, expect.stringContaining('was revoked')])
})

test('elsewhere, and below what a policy asks for, everything goes on as before', async () => {
  const test = { ...body, lineId: 'northwind-test', sIds: [124], enabled: true }
  expect((await admin.post('/platform/catalogue/server/switch', test)).http).toBe(200)
  const counts = await reviewer.post('/platform/approvals/counts', {})
  expect(counts.body.data).toMatchObject({ isOn: true })
})

test('a role is changed only when somebody else agrees, whoever asks', async () => {
  const role = { code: 'support', name: 'Support', codes: ['approvals.see'], version: 0 }
  expect((await admin.post('/platform/role/save', role)).body.err?.code).toBe('approval_required')
  const { id, hash } = (await submit(admin, 'POST /platform/role/save', { body: role })).body.data
  await reviewer.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
  await admin.post('/platform/approvals/execute', { id, hash })
  await expect.poll(async () => (await detailOf(admin, id)).execution).toBe('succeeded')
  const { data } = (await admin.post<{ code: string }[]>('/platform/role/list', {})).body
  expect(data.map(({ code }) => code)).toContain('support')
})

test('an operator hands in what is large on the test line, and carries out what is small', async () => {
  const place = 'lineId=northwind-test&sId=123'
  const change = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: 9, old: 0 }
  const bulk = { set: { changes: [change], onlyUnchanged: false, existing: 'skip' } }
  const numbers = (count: number) =>
    Array.from({ length: count }, (_each, at) => `3012300${String(at + 1).padStart(4, '0')}`).join('\n')
  const start = async (count: number) => {
    const list = numbers(count)
    const seen = await operator.postText<{ hash: string }>(`/adjust/bulk/preview?${place}`, bulk, list)
    expect(seen.body.msg).toBe('')
    const { hash } = seen.body.data
    const idempotencyKey = `large-${count}-players`
    const order = { ...bulk, hash, onlinePolicy: 'live', reason: 'event', idempotencyKey }
    return operator.postText(`/adjust/bulk/start?${place}`, order, list)
  }
  expect((await start(99)).body.err?.code).toBeUndefined()
  expect((await start(100)).body.err?.code).toBe('approval_required')
})

test('open pages hear of each move of a request they may see, and of no other', async () => {
  const reader = await running.signIn('reader')
  const [seeing, blind] = await Promise.all([openLive(running.url, reviewer), openLive(running.url, reader)])
  const [moves, nothing] = await Promise.all([seeing.open('approvals'), blind.open('approvals')])
  const role = { code: 'watched', name: 'Watched', codes: [], version: 0 }
  const { id, hash } = (await submit(admin, 'POST /platform/role/save', { body: role })).body.data
  const moved = (status: number) =>
    moves.event<{ id: string; status: number }>((each) => each.id === id && each.status === status)
  expect(await moved(1)).toEqual({ id, status: 1, execution: 'none', revision: 1 })
  await reviewer.post('/platform/approvals/vote', { id, hash, decision: 'reject', reason: 'not this' })
  await moved(3)
  // Somebody who is asked to watch it hears of it from then on, and of nothing before.
  const { id: watcher } = (await reader.get<{ id: string }>('/adjust/userInfo')).body.data
  const order = { route: 'POST /platform/role/save', input: { body: { ...role, code: 'seen' } }, reason: 'r' }
  const seen = await admin.postText<{ id: string }>(
    '/platform/approvals/submit',
    { ...order, watchers: [watcher] },
    '',
  )
  expect((await nothing.event<{ id: string }>()).id).toBe(seen.body.data.id)
  for (const { socket } of [seeing, blind]) socket.close()
})

test('an approver who is disabled leaves: nobody refuses it, and who keeps the policies is told of it', async () => {
  const { id: userId } = (await reviewer.get<{ id: string }>('/adjust/userInfo')).body.data
  const notices = async () => {
    const { list } = (
      await admin.post<{ list: { kind: string; title: string }[] }>('/platform/notification/list', {})
    ).body.data
    return list.filter(({ kind }) => kind === 'approvals.nobodyDecides').map(({ title }) => title)
  }
  expect(await notices()).toEqual([])
  const disabled = await proven(admin, () =>
    admin.post('/platform/user/disable', { userId, isDisabled: true }),
  )
  expect([disabled.http, disabled.body.msg]).toEqual([200, ''])
  // The administrator may decide everywhere: only their own requests wait for somebody, those for the rules.
  await expect.poll(notices, { timeout: 60_000 }).toHaveLength(1)
  const policies = await admin.post<{ settingsVersion: number }>('/platform/approvals/policies', {})
  const version = policies.body.data.settingsVersion
  const again = await admin.post('/platform/approvals/settings/save', { isOn: true, version, reason: 'r' })
  expect(again.body.err?.code).toBe('approval_nobody_decides')
})
