import { createTestApp, aCaller, everything } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { openStoreForTest } from '@qd/store/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditDetail, AuditListEntry } from '../contract/index.ts'
import type { AuditTables } from './audit-tables.ts'
import { auditMigrations, auditWorld, entryOf, grant } from './testing/audit-world.ts'
import { leaseMigrations } from '@qd/store'

interface Page {
  list: AuditListEntry[]
  next: number | null
}

const OK = { status: 0, code: 'ok' }

/** Of the place of `entryOf`, in the catalogue of today. */
const NAMES = ['Lantern', 'Northwind', 'Test line', 'S123 Tide']

let store: Store<AuditTables>
let world: ReturnType<typeof auditWorld>
let app: ReturnType<typeof createTestApp>

beforeEach(async () => {
  store = await openStoreForTest<AuditTables>('sqlite', [...leaseMigrations, ...auditMigrations])
  world = auditWorld(store, {
    actions: () => ['data-edit.commit'],
    titleOf: (_lang, action) => `title ${action}`,
    placeNameOf: (path) => (path.startsWith('lantern/northwind/nw-test') ? NAMES : []),
    namesOf: async (ids) => new Map(ids.map((id) => [id, `name of ${id.slice(-2)}`])),
  })
  app = createTestApp({ features: [world.feature], audit: world.audit })
})
afterEach(async () => {
  await app.close()
  await store.close()
})

const root = aCaller('root', [everything])
const own = aCaller('own', [grant('lantern/northwind')])
const stranger = aCaller('stranger', [grant('lantern/northwind', '*', ['index.data.read'])])

async function fill() {
  const { audit } = world
  const first = await audit.intent(entryOf({ detail: { changes: [] }, requestId: 'aaaaaaaaaa-1' }))
  world.clock.nowMs += 250
  await audit.outcome(first, { ...OK, detail: { before: { level: 1 }, after: { level: 2 } } })
  await audit.refused(entryOf({ scope: 'lantern/harbour/hb-prod/11', actorId: 'u9', actor: 'far' }), {
    status: 403,
    code: 'forbidden',
  })
  await audit.event(entryOf({ scope: '*', action: 'session.login' }), OK)
  return Number(first)
}

const list = (as: typeof root, body: object = {}) => app.as(as).post<Page>('/platform/audit/list', body)

describe('audit calls', () => {
  test('[audit.names] places and actions come in words, and so does a target that is the place itself', async () => {
    await world.audit.event(entryOf({ target: 'lantern:3:123' }), OK)
    await world.audit.event(entryOf({ target: '123' }), OK)
    await world.audit.event(entryOf({ target: 'gone', scope: 'lantern/gone' }), OK)
    const { body } = await list(own)
    const [named, byKey] = body.data.list
    expect(byKey?.targetName).toBe('S123 Tide')
    expect(named).toMatchObject({
      actionTitle: 'title data-edit.commit',
      placeName: NAMES,
      targetName: 'S123 Tide',
    })
    const gone = (await list(root)).body.data.list[0]
    expect(gone).toMatchObject({ placeName: [], targetName: '' })
  })

  test('[T25] targets that are ids come with their names of today, in the list, the entry and around it', async () => {
    const target = '01890a5d-ac96-774b-bcce-b302099a8057'
    await world.audit.event(entryOf({ target }), OK)
    await world.audit.event(entryOf({ target: 'lantern' }), OK)
    const { body } = await list(root)
    expect(body.data.list.map((entry) => entry.targetName)).toEqual(['', 'name of 57'])
    const seq = body.data.list[0]!.seq
    const entry = await app.as(root).post<AuditDetail>('/platform/audit/get', { seq })
    expect(entry.body.data.targetName).toBe('')
    expect(entry.body.data.neighbours.map(({ targetName }) => targetName)).toEqual(['name of 57'])
  })

  test('[T25] an intent and its outcome are one entry, newest first', async () => {
    const first = await fill()
    const { body } = await list(root)
    expect(body.data.list.map(({ action, result, durationMs }) => [action, result, durationMs])).toEqual([
      ['session.login', 'ok', null],
      ['data-edit.commit', 'refused', null],
      ['data-edit.commit', 'ok', 250],
    ])
    expect(body.data.list.at(-1)?.seq).toBe(first)
    expect(body.data.next).toBeNull()
  })

  test('[T25] an intent without outcome runs at first and is unknown later', async () => {
    await world.audit.intent(entryOf())
    expect((await list(root)).body.data.list[0]?.result).toBe('running')
    world.clock.nowMs += 120_000
    expect((await list(root)).body.data.list[0]?.result).toBe('unknown')
    expect((await list(root, { result: 'unknown' })).body.data.list).toHaveLength(1)
  })

  test('without sign-in 401, without the permission 403, and both learn nothing', async () => {
    await fill()
    expect((await app.anonymous.post('/platform/audit/list')).http).toBe(401)
    for (const call of ['list', 'get', 'choices', 'chain', 'verify', 'export']) {
      const answer = await app.as(stranger).post(`/platform/audit/${call}`, {})
      expect([call, answer.http, answer.body.err?.code]).toEqual([call, 403, 'forbidden'])
    }
  })

  test('rows of other scopes leak by no filter, cursor, detail or choice', async () => {
    const first = await fill()
    const seqs = async (body: object) => (await list(own, body)).body.data.list.map(({ seq }) => seq)
    expect(await seqs({})).toEqual([first])
    expect(await seqs({ actor: 'u9' })).toEqual([])
    expect(await seqs({ scope: 'lantern/harbour' })).toEqual([])
    expect(await seqs({ scope: '*' })).toEqual([])
    expect(await seqs({ before: 999, limit: 1 })).toEqual([first])
    expect((await list(own, { limit: 1 })).body.data.next).toBe(first)
    const mine = await app.as(own).post<AuditDetail>('/platform/audit/get', { seq: first })
    expect(mine.body.data.neighbours).toEqual([])
    const foreign = await app.as(own).post('/platform/audit/get', { seq: first + 2 })
    const missing = await app.as(own).post('/platform/audit/get', { seq: 999_999 })
    expect([foreign.http, foreign.body.err?.code]).toEqual([404, 'audit_entry_not_found'])
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    const choices = await app.as(own).post<{ people: { name: string }[] }>('/platform/audit/choices')
    expect(choices.body.data.people.map(({ name }) => name)).toEqual(['lin'])
    expect((await app.as(own).post('/platform/audit/chain')).body.data).toMatchObject({
      head: null,
      ship: null,
    })
  })

  test('[T25] everybody sees his own rows, whatever his grants', async () => {
    await world.audit.event(entryOf({ actorId: stranger.userId, actor: 'stranger', scope: '*' }), OK)
    await world.audit.event(entryOf({ actorId: 'u1', actor: 'stranger', scope: '*' }), OK)
    const mine = await app.as(stranger).post<Page>('/platform/audit/mine')
    expect(mine.body.data.list.map(({ actorId }) => actorId)).toEqual([stranger.userId])
  })

  test('[T25] the detail holds what was noted before and after, its links and its neighbours', async () => {
    const first = await fill()
    const { body } = await app.as(root).post<AuditDetail>('/platform/audit/get', { seq: first })
    expect(body.data).toMatchObject({
      address: '127.0.0.1',
      detail: { changes: [] },
      outcome: { seq: first + 1, detail: { before: { level: 1 }, after: { level: 2 } } },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(body.data.neighbours.map(({ action }) => action)).toEqual(['session.login', 'data-edit.commit'])
  })

  test.each([
    [{ from: 5, to: 4 }, 'to'],
    [{ limit: 501 }, 'limit'],
    [{ result: 'running' }, 'result'],
    [{ actor: '' }, 'actor'],
    [{ text: 'x'.repeat(201) }, 'text'],
    [{ color: 'red' }, 'color'],
    [{ before: '1; drop table audit_log' }, 'before'],
  ])('%o is refused and the field named', async (body, field) => {
    const answer = await list(root, body)
    expect([answer.http, answer.body.err?.field]).toEqual([400, field])
  })

  test('[T25] choices hold titles in words', async () => {
    await fill()
    const { body } = await app.as(root).post<{ actions: object[] }>('/platform/audit/choices')
    expect(body.data.actions).toContainEqual({ action: 'session.login', title: 'title session.login' })
  })
})

describe('audit export', () => {
  test('[T25] JSON lines hold every filtered row whole, and the audit knows how many left', async () => {
    const first = await fill()
    const answer = await app
      .as(root)
      .post('/platform/audit/export', { fileType: 'jsonl', action: 'data-edit.commit' })
    const rows = answer.raw
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number })
    expect(rows.map(({ seq }) => seq)).toEqual([first + 2, first])
    expect(rows[1]).toMatchObject({ outcome: { detail: { after: { level: 2 } } } })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-2026-11-21.jsonl"')
    const [own] = (await list(root)).body.data.list
    expect(own).toMatchObject({ action: 'audit.export', risk: 'R2', result: 'ok' })
    const detail = await app.as(root).post<AuditDetail>('/platform/audit/get', { seq: own!.seq })
    expect(detail.body.data.outcome?.detail).toMatchObject({ rows: 2 })
  })

  test('[T9] CSV cells that a spreadsheet would run are text, and only visible rows leave', async () => {
    await fill()
    await world.audit.event(entryOf({ reason: '=HYPERLINK("http://evil.example")', target: '@x' }), OK)
    const { raw } = await app.as(own).post('/platform/audit/export', { fileType: 'csv' })
    expect(raw).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(raw).toContain("'@x")
    expect(raw).not.toContain('far')
    expect(raw.trim().split('\r\n')).toHaveLength(3)
  })
})

describe('audit chain', () => {
  test('[T25] a verification runs behind, is audited, and says what it found', async () => {
    await fill()
    expect((await app.as(root).post('/platform/audit/verify')).http).toBe(200)
    await world.feature.upkeep.stop()
    const chain = await app.as(root).post<{ verify: object; head: object }>('/platform/audit/chain')
    expect(chain.body.data.verify).toMatchObject({ state: 'ok', brokenSeq: null })
    expect((await list(root, { action: 'audit.verify' })).body.data.list).toHaveLength(1)
  })

  test('[T25] an altered row is named', async () => {
    const first = await fill()
    await store.write(async (tx) => {
      await tx.updateTable('audit_log').set({ target: 'somebody else' }).where('seq', '=', first).execute()
    })
    await world.feature.upkeep.verify()
    const chain = await app.as(root).post<{ verify: object }>('/platform/audit/chain')
    expect(chain.body.data.verify).toMatchObject({ state: 'broken', brokenSeq: first, reason: 'row_changed' })
  })
})
