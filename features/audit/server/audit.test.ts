import { AppError } from '@qd/contract-kit'
import type { AuditEntry } from '@qd/server-kit'
import { whileWaited } from '@qd/server-kit/testing'
import { describeOnBothDatabases, makeTestPlace } from '@qd/store/testing'
import { openStore } from '@qd/store'
import type { Store } from '@qd/store'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AuditTables } from './audit-tables.ts'
import { GENESIS_HASH, hashOf } from './chain-row.ts'
import { auditMigrations, createAuditFeature, runVerifyAudit, verifyAudit } from './index.ts'

const secretBox = { digest: (plain: string) => `hmac:${plain.length}` }

function entryOf(rest: Partial<AuditEntry> = {}): AuditEntry {
  return {
    requestId: 'r1',
    actorId: 'u1',
    actor: 'admin',
    sessionId: 's1',
    address: '127.0.0.1',
    action: 'data-edit.commit',
    risk: 'R2',
    scope: 'lantern/northwind',
    target: '30123000045',
    reason: '',
    detail: {},
    ...rest,
  }
}

const made = (store: Store<AuditTables>, limitMs = 2_000) => createAuditFeature({ store, secretBox, limitMs })

const codeOf = (error: unknown) => (error instanceof AppError ? error.def.code : error)

async function fill(store: Store<AuditTables>, rows: number): Promise<void> {
  const { audit, index } = made(store)
  const kinds = [
    async () => audit.outcome(await audit.intent(entryOf()), { status: 0, code: 'ok' }),
    async () => audit.refused(entryOf(), { status: 403, code: 'forbidden' }),
    async () => audit.event(entryOf({ action: 'session.login' }), { status: 0, code: 'ok' }),
  ]
  let at = 0
  while ((await verifiedRows(store)) < rows) await kinds[at++ % kinds.length]!()
  // What is altered later must not be followed by the search behind the test's back.
  await index.catchUp()
}

async function verifiedRows(store: Store<AuditTables>): Promise<number> {
  const verdict = await verifyAudit(store)
  if (!verdict.ok) throw new Error(`${verdict.seq} ${verdict.reason}`)
  return verdict.rows
}

describeOnBothDatabases('audit chain', auditMigrations, (open) => {
  test('[T25] rows of parallel calls form one chain without gaps', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store)
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 3 === 0) return audit.refused(entryOf(), { status: 403, code: 'forbidden' })
        return audit.outcome(await audit.intent(entryOf({ target: String(index) })), {
          status: 0,
          code: 'ok',
        })
      }),
    )
    expect(await verifiedRows(store)).toBe(100)
  })

  test('[T25] an intent whose outcome never came is shown as unknown', async () => {
    const store = await open<AuditTables>()
    const { audit, pendingIntents } = made(store)
    const done = await audit.intent(entryOf())
    const lost = await audit.intent(entryOf({ target: 'lost' }))
    await audit.outcome(done, { status: 0, code: 'ok' })
    const pending = await pendingIntents({ beforeMs: Date.now() + 1 })
    expect(pending.map(({ intentId, entry }) => [intentId, entry.target])).toEqual([[lost, 'lost']])
    await expect(audit.outcome(done, { status: 0, code: 'twice' })).rejects.toThrow('audit_unavailable')
  })

  test('[T25] a bad row among many in one transaction is refused alone', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store)
    const ids = await Promise.all(Array.from({ length: 20 }, () => audit.intent(entryOf())))
    expect(new Set(ids).size).toBe(20)
    const ok = { status: 0, code: 'ok' }
    await audit.outcome(ids[7]!, ok)
    const settled = await Promise.allSettled(ids.map((id) => audit.outcome(id, ok)))
    expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7])
    expect(await verifiedRows(store)).toBe(40)
    const own = await Promise.all(
      [1, 2, 3].map(async (each) => [each, await audit.intent(entryOf({ target: String(each) }))]),
    )
    for (const [each, id] of own) {
      const row = await store.read
        .selectFrom('audit_log')
        .select('target')
        .where('seq', '=', Number(id))
        .executeTakeFirstOrThrow()
      expect(row.target).toBe(String(each))
    }
  })

  test('[T25] a change and its row are one: both stay or neither', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store)
    await store.write(async (tx) => {
      await sql`create table thing (id integer)`.execute(tx)
    })
    const insert = (id: number, fails: boolean) =>
      audit.commit(entryOf(), async (tx) => {
        await sql`insert into thing (id) values (${id})`.execute(tx)
        if (fails) throw new Error('refused by the change')
        return id
      })
    const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, id) => insert(id, id % 2 === 1)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const { rows } = await sql<{ id: number }>`select id from thing order by id`.execute(store.read)
    expect(rows.map(({ id }) => id)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(await verifiedRows(store)).toBe(10)
  })

  test('[T25] secrets under secret names are kept as keyed digest only', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store)
    const detail = {
      password: 'canary-1',
      nested: [{ hashKey: 'canary-2', hasPassword: true }],
      name: 'kept',
    }
    await audit.event(entryOf({ detail }), { status: 0, code: 'ok', detail: { token: 'canary-3' } })
    const row = await store.read.selectFrom('audit_log').select('entry').executeTakeFirstOrThrow()
    expect(row.entry).not.toContain('canary')
    expect(row.entry).toContain('hmac:8')
    expect(row.entry).toContain('"hasPassword":true')
    expect(row.entry).toContain('kept')
  })

  test('[T19] hostile text in any field leaves the chain verifiable', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store)
    const hostile = ['\0', '\ud800', '\r\n', '\u202e', '__proto__', '"', '\\', '\u2028']
    for (const text of hostile) {
      await audit.event(
        entryOf({ target: text, actorId: text, reason: text, detail: JSON.parse('{"__proto__": {"a": 1}}') }),
        { status: 0, code: 'ok', detail: { text } },
      )
    }
    expect(await verifiedRows(store)).toBe(hostile.length)
  })

  test('[T25] every tampering is noticed and its first row named', { timeout: 120_000 }, async () => {
    const store = await open<AuditTables>()
    await fill(store, 12)
    const kept = await store.read.selectFrom('audit_log').selectAll().orderBy('seq').execute()
    const head = await store.read.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    const last = kept.length
    const column = fc.constantFrom(
      'at',
      'kind',
      'actor_id',
      'action',
      'scope',
      'target',
      'entry',
      'hash',
      'prev_hash',
    )
    const place = fc.integer({ min: 1, max: last })
    const tampering = fc.oneof(
      fc.record({ how: fc.constant('flip' as const), seq: place, column }),
      fc.record({ how: fc.constant('rehash' as const), seq: place }),
      fc.record({ how: fc.constant('drop' as const), seq: place }),
      fc.record({ how: fc.constant('cut' as const), seq: place }),
      fc.record({ how: fc.constant('swap' as const), seq: fc.integer({ min: 1, max: last - 1 }) }),
      fc.record({ how: fc.constant('insert' as const), seq: fc.constantFrom(-5, 0, last + 1, last + 9) }),
    )
    await fc.assert(
      fc.asyncProperty(tampering, async (attack) => {
        const { seq } = attack
        await store.write(async (tx) => {
          const row = kept[seq - 1]
          if (attack.how === 'flip') {
            const value = attack.column === 'at' ? row!.at + 1 : `${String(row![attack.column as 'entry'])}x`
            await tx
              .updateTable('audit_log')
              .set({ [attack.column]: value })
              .where('seq', '=', seq)
              .execute()
          } else if (attack.how === 'rehash') {
            const forged = { ...row!, target: 'forged' }
            await tx
              .updateTable('audit_log')
              .set({ target: forged.target, hash: hashOf(forged) })
              .where('seq', '=', seq)
              .execute()
          } else if (attack.how === 'drop') {
            await tx.deleteFrom('audit_log').where('seq', '=', seq).execute()
          } else if (attack.how === 'cut') {
            const end = kept[seq - 2]
            await tx.deleteFrom('audit_log').where('seq', '>=', seq).execute()
            await tx
              .updateTable('audit_head')
              .set({ seq: end?.seq ?? 0, hash: end?.hash ?? GENESIS_HASH })
              .execute()
          } else if (attack.how === 'swap') {
            const next = kept[seq]!
            await tx
              .deleteFrom('audit_log')
              .where('seq', 'in', [seq, seq + 1])
              .execute()
            await tx
              .insertInto('audit_log')
              .values([
                { ...row!, seq: seq + 1 },
                { ...next, seq },
              ])
              .execute()
          } else {
            const forged = { ...kept[0]!, seq, ref: null, prev_hash: head.hash }
            await tx
              .insertInto('audit_log')
              .values({ ...forged, hash: hashOf(forged) })
              .execute()
          }
        })
        const verdict = await verifyAudit(store, [{ seq: head.seq, hash: head.hash }])
        await store.write(async (tx) => {
          await tx.deleteFrom('audit_log').execute()
          await tx.insertInto('audit_log').values(kept).execute()
          await tx.updateTable('audit_head').set({ seq: head.seq, hash: head.hash }).execute()
        })
        // Forging a row with its hash shows in the next link; a row past the end shows there.
        const named = attack.how === 'rehash' && seq < last ? seq + 1 : seq === last + 9 ? last + 1 : seq
        expect(verdict).toMatchObject({ ok: false, seq: named })
      }),
      { seed: 20261121, numRuns: 120 },
    )
    expect(await verifiedRows(store)).toBe(last)
  })

  test('[T25] a forged row is found even when the next row is bent to point at it', async () => {
    const store = await open<AuditTables>()
    await fill(store, 3)
    await store.write(async (tx) => {
      const row = await tx.selectFrom('audit_log').selectAll().where('seq', '=', 2).executeTakeFirstOrThrow()
      const forged = { ...row, target: 'forged' }
      const hash = hashOf(forged)
      await tx.updateTable('audit_log').set({ target: 'forged', hash }).where('seq', '=', 2).execute()
      await tx.updateTable('audit_log').set({ prev_hash: hash }).where('seq', '=', 3).execute()
    })
    expect(await verifyAudit(store)).toEqual({ ok: false, seq: 3, reason: 'row_changed' })
  })

  test('[T25] a row that cannot be written in time refuses the call and never takes effect later', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store, 40)
    const gate = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const holder = store.write(async (tx) => {
      await tx.updateTable('audit_head').set({ id: 1 }).where('id', '=', 1).execute()
      holding.resolve()
      await gate.promise
    })
    await holding.promise
    const event = () => audit.event(entryOf(), { status: 0, code: 'ok' })
    const refused = await whileWaited(event).catch(codeOf)
    expect(refused).toBe('audit_unavailable')
    let changed = 0
    const change = () => audit.commit(entryOf(), async () => void changed++)
    expect(await whileWaited(change).catch(codeOf)).toBe('audit_unavailable')
    // What the console does by itself waits for as long as it takes.
    const own = event()
    gate.resolve()
    await own
    await holder
    await made(store).audit.event(entryOf(), { status: 0, code: 'ok' })
    expect(await verifiedRows(store)).toBe(2)
    await change()
    expect(await verifiedRows(store)).toBe(3)
  })
})

describeOnBothDatabases('the chain while many write at once', auditMigrations, (open) => {
  test('who only waits for their turn is not refused, however many are before them', async () => {
    const store = await open<AuditTables>()
    const { audit } = made(store, 400)
    const takesTurns = (tx: Kysely<AuditTables>) =>
      tx.updateTable('audit_head').set({ id: 1 }).where('id', '=', 1).execute()
    const slow = () =>
      audit.commit(entryOf(), async (tx) => {
        await takesTurns(tx as never)
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => whileWaited(slow).then(() => 'ok', codeOf)),
    )
    expect(ends).toEqual(Array.from({ length: 8 }, () => 'ok'))
    expect(await verifiedRows(store)).toBe(8)
  })
})

describe('verify command', () => {
  test('[T25] reads beside a running console, exits 1 on a break and names the row', async () => {
    const place = await makeTestPlace('sqlite')
    const store = await openStore<AuditTables>({ ...place.where, migrations: auditMigrations })
    await fill(store, 6)
    const lines: string[] = []
    const run = (knownHead?: string) =>
      runVerifyAudit({
        ...place.where,
        migrations: auditMigrations,
        knownHead,
        print: (line) => lines.push(line),
      })
    expect(await run()).toBe(0)
    const head = /head (\d+:[0-9a-f]{64})/.exec(lines[0]!)![1]!
    await store.write(async (tx) => {
      await tx.deleteFrom('audit_log').where('seq', '=', 4).execute()
    })
    expect(await run(head)).toBe(1)
    expect(lines[1]).toBe('audit BROKEN at row 4: row_missing')
    await expect(run('nonsense')).rejects.toThrow('seq:hash')
    await store.close()
    await place.remove()
  })
})
