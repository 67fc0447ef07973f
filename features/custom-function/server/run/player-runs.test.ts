import { uuidv7 } from '@qd/server-kit'
import { aCaller, aServer } from '@qd/server-kit/testing'
import { permissionKey } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import { describeStored } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { manageFunctions, runFunction } from '../../contract/index.ts'
import type { RunContext } from '../function-deps.ts'
import { customFunctionMigrations } from '../migrations.ts'
import type { CustomFunctionTables, FunctionRunRow } from '../tables.ts'
import { createPlayerRuns } from './player-runs.ts'

const U = '30123000045'
const T0 = 1_790_000_000_000
const server = aServer()

function ctxOf(name: string, permissions: readonly PermissionTriple[]): RunContext {
  const keys = new Set(permissions.map(permissionKey))
  return {
    caller: aCaller(name, []),
    place: { ...server, server, uId: U },
    holds: (wanted: PermissionTriple) => keys.has(permissionKey(wanted)),
  } as unknown as RunContext
}

describeStored('runs on a player', customFunctionMigrations, (open) => {
  let store: Store<CustomFunctionTables>
  const runs = () => createPlayerRuns({ store })
  const own = ctxOf('ann', [runFunction])
  const manager = ctxOf('max', [runFunction, manageFunctions])
  const idsOf = async (...args: Parameters<ReturnType<typeof runs>['list']>) =>
    (await runs().list(...args)).map(({ id }) => id)

  const insert = async (rows: (Partial<FunctionRunRow> & { at: number })[]) => {
    const all = rows.map((row): FunctionRunRow => ({
      id: uuidv7(row.at),
      actor_id: own.caller.userId,
      actor: 'Ann',
      key: String(row.at),
      body_hash: '',
      source: 'composed',
      function_id: 'f',
      version: '1',
      title: 'F',
      server_key: server.key,
      s_id: server.sId,
      u_id: U,
      reason: 'r',
      params: '{}',
      status: 'done',
      steps: '[]',
      state: '',
      job_id: null,
      ...row,
    }))
    await store.write((tx) => tx.insertInto('function_run').values(all).execute())
    return all.map(({ id }) => id)
  }

  beforeEach(async () => {
    store = await open<CustomFunctionTables>()
  })

  it('are the own ones, of who manages functions everybody`s, and without the right none', async () => {
    const [mine, others] = await insert([{ at: T0 }, { at: T0 + 1, actor_id: 'somebody' }])
    expect(await idsOf(own, {})).toEqual([mine])
    expect(await idsOf(manager, {})).toEqual([others, mine])
    expect(await idsOf(ctxOf('ann', []), {})).toEqual([])
    expect(await idsOf(own, { ids: [others!] })).toEqual([])
    expect(await runs().counts(ctxOf('ann', []), {})).toEqual([])
    expect(runs().idsIn(ctxOf('ann', []), {})).toBeNull()
  })

  it('are of this player in this game, on whatever server of it', async () => {
    const before = server.key.replace(/\d+$/, '999')
    const [moved] = await insert([
      { at: T0, server_key: before },
      { at: T0 + 1, u_id: '30123000046' },
      { at: T0 + 2, server_key: server.key.replace(/^[^:]+/, 'ember') },
      // The name of another game may begin alike.
      { at: T0 + 3, server_key: server.key.replace(':', 'x:') },
    ])
    expect(await idsOf(own, {})).toEqual([moved])
  })

  it('are narrowed by what is asked, and cut to a page', async () => {
    const ids = await insert([
      { at: T0 },
      { at: T0 + 10, status: 'failed' },
      { at: T0 + 20, status: 'unknown' },
      { at: T0 + 30 },
    ])
    const [first, failed, lost, last] = ids
    expect(await idsOf(own, { limit: 2 })).toEqual([last, lost])
    expect(await idsOf(own, { limit: 2, before: lost! })).toEqual([failed, first])
    expect(await idsOf(own, { statuses: ['failed', 'unknown'] })).toEqual([lost, failed])
    expect(await idsOf(own, { statuses: [] })).toEqual([])
    expect(await idsOf(own, { fromMs: T0 + 10, toMs: T0 + 30 })).toEqual([lost, failed])
    expect(await idsOf(own, { actorId: 'somebody' })).toEqual([])
  })

  it('are added up by who made them and what came of them, and asked about within a query', async () => {
    const by = { actor_id: 'u-bob', actor: 'Bob' }
    const ids = await insert([
      ...Array.from({ length: 300 }, (_run, index) => ({ at: T0 + index })),
      { at: T0 + 400, status: 'unknown' },
      { at: T0 + 500, ...by },
    ])
    const ann = { actorId: own.caller.userId, actor: 'Ann' }
    const counts = await runs().counts(manager, {})
    expect(
      counts.toSorted((one, other) => other.runs - one.runs || (one.actor < other.actor ? -1 : 1)),
    ).toEqual([
      { ...ann, status: 'done', runs: 300 },
      { ...ann, status: 'unknown', runs: 1 },
      { actorId: 'u-bob', actor: 'Bob', status: 'done', runs: 1 },
    ])
    expect(await runs().counts(own, { fromMs: T0 + 299, toMs: T0 + 400 })).toEqual([
      { ...ann, status: 'done', runs: 1 },
    ])
    const inQuery = sql<boolean>`id in ${runs().idsIn(own, { fromMs: T0 + 299 })}`
    const rows = await store.read.selectFrom('function_run').select('id').where(inQuery).execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual([ids[299], ids[300]])
  })

  it('tell what they did and not what they only read or passed by; a long answer is cut', async () => {
    const steps = [
      { step: 0, kind: 'read', title: 'look', status: 'done' },
      { step: 1, kind: 'patch', title: 'set', status: 'done', editId: 'e1' },
      { step: 2, kind: 'command', title: 'later', status: 'skipped' },
      { step: 3, kind: 'command', title: 'give', status: 'failed', code: 'x', msg: 'no'.repeat(200) },
    ]
    await insert([{ at: T0, status: 'failed', steps: JSON.stringify(steps), job_id: 'j' }])
    const [run] = await runs().list(own, {})
    expect(run).toMatchObject({ title: 'F', jobId: 'j', reason: 'r' })
    expect(run?.steps).toEqual([
      { kind: 'patch', title: 'set', status: 'done', text: '', editId: 'e1' },
      { kind: 'command', title: 'give', status: 'failed', text: 'no'.repeat(100), editId: null },
    ])
  })
})
