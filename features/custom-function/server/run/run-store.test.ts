import { KEY_LIFETIME_MS } from '@qd/game-contract'
import { uuidv7 } from '@qd/server-kit'
import { aCaller, aServer, everything } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { customFunctionMigrations } from '../migrations.ts'
import type { CustomFunctionTables, FunctionRunRow } from '../tables.ts'
import { runOnce } from './run-once.ts'
import type { OnceOrder } from './run-once.ts'
import { forgetRuns, openEffect } from './run-store.ts'

const DAY_MS = 86_400_000
const NOW = 1_790_000_000_000
const server = aServer()
const ctx = {
  caller: aCaller('ann', [everything]),
  place: { ...server, server, uId: '30123000045' },
} as unknown as RunContext
const order = {
  runnable: {
    ref: { source: 'composed', id: 'f', version: '1' },
    title: 'F',
    needsPlayer: true,
    parameters: [],
    steps: [{ kind: 'command', name: 'flushCaches', params: {} }],
    commands: new Map([['flushCaches', { command: { target: 'server' } }]]),
  },
  params: {},
  reason: 'test',
  key: 'key-of-the-run',
  jobId: null,
  plan: async () => null,
} as unknown as OnceOrder

describeStored('runs of functions', customFunctionMigrations, (open) => {
  const portsAt = async (nowMs: number, store = open<CustomFunctionTables>()) =>
    ({ store: await store, nowMs: () => nowMs }) as unknown as UseCaseDeps

  it('are kept for half a year', async () => {
    const deps = await portsAt(NOW)
    const rowAt = (at: number): FunctionRunRow => ({
      id: uuidv7(at),
      actor_id: 'a',
      actor: 'a',
      at,
      key: String(at),
      body_hash: '',
      source: 'server',
      function_id: 'f',
      version: '1',
      title: 'F',
      server_key: server.key,
      s_id: 123,
      u_id: '',
      reason: '',
      params: '{}',
      status: 'done',
      steps: '[]',
      state: '',
      job_id: null,
    })
    const ages = [1, 179, 181, 400].map((days) => NOW - days * DAY_MS)
    await deps.store.write((tx) => tx.insertInto('function_run').values(ages.map(rowAt)).execute())
    await forgetRuns(deps)
    const left = await deps.store.read.selectFrom('function_run').select('at').orderBy('at', 'desc').execute()
    expect(left.map(({ at }) => at)).toEqual(ages.slice(0, 2))
  })

  it('of two nodes on one run the words of the first are sent by both', async () => {
    const deps = await portsAt(NOW)
    const lost = { ...deps, reach: { reach: () => Promise.reject(new Error('cut off')) } }
    await expect(runOnce(lost as never, ctx, order)).rejects.toThrow('cut off')
    const { id } = await deps.store.read.selectFrom('function_run').select('id').executeTakeFirstOrThrow()
    const progress = {
      status: 'running',
      steps: [],
      state: { reads: {}, next: 0, open: null },
      stored: '',
    } as const
    const by = { userId: 'ann', username: 'ann' }
    const other = { kind: 'command', name: 'other', params: {}, by } as const
    const opened = await openEffect(deps, id, progress as never, other)
    expect(opened).toMatchObject({ isOurs: false, effect: { name: 'flushCaches' } })
    const beyond = { ...progress, state: { ...progress.state, next: 1 } }
    await expect(openEffect(deps, id, beyond as never, other)).rejects.toThrow('goes on with the run')
  })

  it('an effect is not asked about once the game may have forgotten its key', async () => {
    const deps = await portsAt(NOW)
    let asked = 0
    const reach = {
      reach: () => {
        asked++
        return Promise.reject(new Error('cut off'))
      },
    }
    const after = (ms: number) => ({ ...deps, reach, nowMs: () => NOW + ms }) as unknown as UseCaseDeps
    await expect(runOnce(after(0), ctx, order)).rejects.toThrow('cut off')
    await expect(runOnce(after(KEY_LIFETIME_MS), ctx, order)).rejects.toThrow('cut off')
    expect(await runOnce(after(KEY_LIFETIME_MS + 1), ctx, order)).toMatchObject({ status: 'unknown' })
    expect(asked).toBe(2)
  })
})
