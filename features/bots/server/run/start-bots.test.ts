import { QD1 } from '@qd/game-frame'
import { JobHalt, JobPause } from '@qd/server-kit'
import type { CallContext, JobRun } from '@qd/server-kit'
import { aCaller, aServer, everything, fixedScope } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { BotsReport } from '../../contract/index.ts'
import { botsMigrations } from '../bots-migrations.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'
import { endingOf } from './ending-of.ts'
import { runBotsOf } from './run-bots.ts'
import { startRun } from './start-bots.ts'

const found = fixedScope([aServer()]).resolve({ sId: aServer().sId })
const place = found.kind === 'places' ? found.places[0]! : undefined
const load = {
  model: 'closed' as const,
  clients: 60,
  rampMs: 0,
  thinkMs: { from: 0, to: 0 },
  stop: { afterMs: 1_000, passes: 1 },
}
let jobs = 0

/** A node whose jobs are all open, of an environment with room for a hundred bots. */
function aNode(store: Store<BotsTables>) {
  const over = new Set<string>()
  const definition = { cmds: [], nested: { Note: { fields: { n: { type: 'int32', id: 1 } } } } }
  const reach = { proto: { read: async () => definition }, target: { codec: QD1, ws: '', networks: [] } }
  const deps = {
    store,
    reach: { reach: async () => reach },
    jobs: {
      start: (ctx: CallContext) => ctx.commit(async () => ({ jobId: `job-${++jobs}`, replayed: false })),
      startedWith: async () => null,
    },
    standingOf: async (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, { state: '', isOpen: !over.has(id) }])),
    most: { production: 100, staging: 100, test: 100, development: 100 },
    dialer: {
      checkSocketPeer: async () => {
        throw new Error('it plays')
      },
    },
    nowMs: Date.now,
    goneAfterMs: 1_000,
  } as unknown as UseCaseDeps
  const ctx = {
    caller: aCaller('dev', []),
    place,
    lang: 'en',
    requestId: 'r',
    signal: new AbortController().signal,
    text: (key: string) => key,
    note: () => undefined,
    commit: (change: never) => store.write(change),
  } as unknown as CallContext
  return {
    deps,
    /** The job was given up before it began. */
    giveUp: (jobId: string) => over.add(jobId),
    start: async () => {
      const scenario = { version: 1, name: 's', vars: {}, steps: [{ do: 'sleep', ms: 1 }] }
      const body = { scenario, load, reason: '', idempotencyKey: `key-${jobs}` }
      return startRun(deps, { body, query: { sId: aServer().sId } } as never, ctx, async () => null)
    },
    run: (jobId: string, more: object = {}) =>
      runBotsOf(deps, {
        jobId,
        place,
        caller: aCaller('dev', []),
        params: { scenario: {}, env: {}, load },
        signal: new AbortController().signal,
        text: (key: string) => key,
        output: () => undefined,
        write: (work: never) => store.write(work),
        standingNow: async () => ({ place, caller: aCaller('dev', []) }),
        ...more,
      } as unknown as JobRun<never>),
  }
}

describeStored('a run that plays', botsMigrations, (open) => {
  test('stops when its line becomes production, which no grant of its owner names', async () => {
    const node = aNode(await open<BotsTables>())
    const { jobId } = await node.start()
    // It waits for the address until it is told to end.
    node.deps.dialer.checkSocketPeer = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const moved = { ...place, environment: 'production' }
    const standingNow = async () => ({ place: moved, caller: aCaller('dev', [everything]) })
    await expect(node.run(jobId, { standingNow })).rejects.toMatchObject({ why: 'rights_lost' })
  })

  test.each<[Partial<BotsReport>, object]>([
    [
      { ended: 'time', passed: 0, failed: 0 },
      { status: 'failed', code: 'no_passes' },
    ],
    [{ ended: 'time', passed: 1, failed: 0 }, { status: 'done' }],
    [
      { ended: 'passes', passed: 1, failed: 1 },
      { status: 'failed', code: 'failures' },
    ],
    [
      { ended: 'cancelled', passed: 0, failed: 0 },
      { status: 'failed', code: 'cancelled' },
    ],
  ])('that left %j counts as %j', async (report, outcome) => {
    const store = await open<BotsTables>()
    const node = aNode(store)
    const { jobId } = await node.start()
    await store.write((tx) =>
      tx
        .updateTable('bots_run')
        .set({ begun_at: 1, report: JSON.stringify(report) })
        .execute(),
    )
    expect(await node.run(jobId)).toMatchObject({ outcomes: [outcome] })
  })
})

test('only who cancels it makes a run a cancelled one', () => {
  expect(endingOf(new JobHalt('cancel'))).toBe('cancelled')
  for (const other of [new JobHalt('node'), new JobPause('rights_lost', ''), new Error('too long')])
    expect(endingOf(other)).toBe('interrupted')
})

describeStored('the most bots of an environment', botsMigrations, (open) => {
  test('of two runs two nodes start at once, one is refused where both are too many', async () => {
    const store = await open<BotsTables>()
    const nodes = [aNode(store), aNode(store), aNode(store)]
    const started = await Promise.allSettled(nodes.map((node) => node.start()))
    const refused = started.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const each of refused) expect(each).toMatchObject({ reason: { params: { most: 100, running: 60 } } })
  })

  test('a run given up while it waited, and tried again, is refused where others have taken its room', async () => {
    const store = await open<BotsTables>()
    const node = aNode(store)
    const first = (await node.start()).jobId
    node.giveUp(first)
    const second = (await node.start()).jobId
    expect(await node.run(first)).toMatchObject({ outcomes: [{ status: 'failed', code: 'over_limit' }] })
    // The one that has the room begins, and counts.
    await expect(node.run(second)).rejects.toThrow('it plays')
    await expect(node.start()).rejects.toMatchObject({ params: { running: 60 } })
  })

  test('a run given up while it waited, and tried again, counts while it plays', async () => {
    const store = await open<BotsTables>()
    const node = aNode(store)
    const { jobId } = await node.start()
    await store.write((tx) => tx.updateTable('bots_run').set({ ended_at: 1 }).execute())
    await expect(node.run(jobId)).rejects.toThrow('it plays')
    await expect(node.start()).rejects.toMatchObject({ params: { running: 60 } })
  })
})
