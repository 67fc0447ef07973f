import { AppError, coreErrors, defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../src/index.ts'
import type { AuditEntry, AuditResult } from '../src/index.ts'
import { aCaller, createTestApp, everything } from '../testing/index.ts'
import type { RecordedAudit } from '../testing/recording-audit.ts'

const call = { method: 'POST', permission: 'session', level: 0, reply: z.null() } as const
const body = z.object({ name: z.string() })
const save = defineRoute({ ...call, path: '/api/save', title: 'save', risk: 'R2', body, bodyLimit: 1_000 })
const look = defineRoute({ ...call, path: '/api/look', title: 'look', risk: 'R0', body })
const open = defineRoute({
  ...call,
  path: '/api/open',
  title: 'open',
  risk: 'R0',
  body,
  permission: 'public',
})
const own = defineRoute({ ...call, path: '/api/own', title: 'own', risk: 'R1', body, sessionKinds: ['full'] })

const root = aCaller('root', [everything])
const other = aCaller('other', [everything])
const program = { ...aCaller('program', [everything]), kind: 'token' as const, label: 'nightly' }

let door: ReturnType<typeof createTestApp>
let isBroken = false
const rows: RecordedAudit[] = []

/** The recorder of the test app, which a full disk may stop. */
const audit = {
  rows,
  intent: async () => '0',
  outcome: async () => undefined,
  commit: async () => {
    throw new Error('not asked for here')
  },
  event: async () => undefined,
  async refused(entry: AuditEntry, result: AuditResult) {
    if (isBroken) throw new AppError(coreErrors.audit_unavailable)
    rows.push({ kind: 'refused', entry, result })
  },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  rows.length = 0
  isBroken = false
  door = createTestApp({
    features: [
      {
        name: 'probe',
        routes: [save, look, open, own].map((route) => serve(route, () => null)),
        texts: coreTextsFolder,
      },
    ],
    audit,
  })
  for (const caller of [root, other, program]) door.as(caller)
})
afterEach(async () => {
  await door.close()
  vi.useRealTimers()
})

async function send(url: string, token: string, payload: string, type = 'application/json') {
  const headers = { token, 'content-type': type }
  return (await door.app.inject({ method: 'POST', url, headers, payload })).statusCode
}

const aMinute = () => vi.advanceTimersByTimeAsync(60_000)
const said = () =>
  rows.map(({ entry, result }) => [
    entry!.actor,
    entry!.action,
    result!.status,
    result!.code,
    entry!.detail['count'],
    entry!.detail['calls'],
  ])

describe('[T25] requests refused before anything of them was read', () => {
  test('leave one row for each caller and kind a minute, with how many they were', async () => {
    for (let at = 0; at < 5; at++) expect(await send('/api/save', 'root', '{"name":')).toBe(400)
    expect(await send('/api/look', 'root', 'no json')).toBe(400)
    expect(await send('/api/save', 'root', 'a=b', 'text/plain')).toBe(415)
    expect(await send('/api/save', 'root', JSON.stringify({ name: 'a'.repeat(2_000) }))).toBe(413)
    expect(await send('/api/save', 'root', '{"constructor":1}')).toBe(400)
    expect(await send('/api/look?__proto__=1', 'root', '{"name":"x"}')).toBe(400)
    expect(await send('/api/save', 'other', '{')).toBe(400)
    expect(rows).toEqual([])
    await aMinute()
    expect(said()).toEqual([
      ['root', 'core.refusedRequests', 400, 'invalid_json', 6, ['save: 5', 'look: 1']],
      ['root', 'core.refusedRequests', 415, 'content_type_unsupported', 1, ['save: 1']],
      ['root', 'core.refusedRequests', 413, 'body_too_large', 1, ['save: 1']],
      ['root', 'core.refusedRequests', 400, 'key_forbidden', 2, ['save: 1', 'look: 1']],
      ['other', 'core.refusedRequests', 400, 'invalid_json', 1, ['save: 1']],
    ])
    expect(rows[0]!.entry).toMatchObject({ sessionId: 'session-root', scope: '*', risk: 'R1' })
    await send('/api/save', 'root', '{')
    await aMinute()
    expect(said().at(-1)).toEqual(['root', 'core.refusedRequests', 400, 'invalid_json', 1, ['save: 1']])
    await aMinute()
    expect(rows).toHaveLength(6)
  })

  test('hold nothing of what was sent', async () => {
    await send('/api/save', 'root', '{"password": "canary" oh')
    await send('/api/look?canary=canary', 'root', '{"canary":1,"__proto__":"canary"}')
    await aMinute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('a session of the wrong kind at a call that changes something is one of them', async () => {
    expect(await send('/api/own', 'program', '{"name":"x"}')).toBe(403)
    await aMinute()
    expect(said()).toEqual([['program', 'core.refusedRequests', 403, 'own_session_required', 1, ['own: 1']]])
  })

  test('strangers, calls that begin and leave their own row, and unknown addresses are none', async () => {
    expect(await send('/api/save', 'nobody', '{')).toBe(401)
    expect(await send('/api/open', 'nobody', '{')).toBe(400)
    expect(await send('/api/none', 'root', '{"name":"x"}')).toBe(404)
    expect(await send('/api/save', 'root', '{"name":1}')).toBe(400)
    expect(await send('/api/look', 'root', '{"name":1}')).toBe(400)
    await aMinute()
    expect(said().map(([, action, , code]) => [action, code])).toEqual([['save', 'field_invalid']])
  })

  test('what cannot be written is kept, counted on, and written later or at the end', async () => {
    isBroken = true
    await send('/api/save', 'root', '{')
    await aMinute()
    await send('/api/save', 'root', '{')
    await aMinute()
    expect(rows).toEqual([])
    isBroken = false
    await send('/api/save', 'root', '{')
    await aMinute()
    expect(said().map((row) => row[4])).toEqual([3])
    await send('/api/save', 'other', '{')
    await door.close()
    expect(said().map((row) => row[0])).toEqual(['root', 'other'])
  })
})
