import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScheduleTables } from '@qd/schedules/server'
import { uuidv7 } from '@qd/server-kit'
import { openStore } from '@qd/store'
import type { Store } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { startReady } from './tools/ready-process.ts'
import type { Result } from './tools/result.ts'
import { benchMigrations } from './tools/schedule-tables.ts'
import type { TickTables } from './tools/schedule-tables.ts'

const ENTRIES = 1_000
const NODES = ['a', 'b']
const MINUTE_MS = 60_000
/** Between the entries and their time: both nodes have looked once more by then. */
const AHEAD_MS = 5_000
const ROUNDS = 3
const WHO = `${ENTRIES} entries due at once, two nodes on one PostgreSQL`

type Tables = ScheduleTables & TickTables

/** Entries that are due once, at this moment. */
async function makeEntries(store: Store<Tables>, dueAt: number): Promise<void> {
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    id: uuidv7(),
    kind: 'bench.tick',
    is_system: 0 as const,
    name: `entry ${n}`,
    title: null,
    scope: '*',
    target: '{}',
    environment: null,
    owner_id: 'bench',
    owner: 'bench',
    owner_token: null,
    idempotency_key: `${dueAt}-${n}`,
    order_hash: '',
    lang: 'en',
    reason: 'bench',
    request_id: 'bench',
    rule: JSON.stringify({ kind: 'once', at: dueAt }),
    zone: 'UTC',
    overlap: 'skip' as const,
    missed: 'once' as const,
    state: 'active' as const,
    why: '' as const,
    fault: '',
    fault_words: null,
    is_proven: 0 as const,
    next_at: dueAt,
    taken_at: null,
    revision: 0,
    created_at: 0,
    updated_at: 0,
  }))
  await store.write(async (tx) => {
    for (let at = 0; at < entries.length; at += 100) {
      const some = entries.slice(at, at + 100)
      await tx.insertInto('schedule').values(some).execute()
      await tx
        .insertInto('schedule_params')
        .values(some.map(({ id }) => ({ schedule_id: id, params: '{}' })))
        .execute()
    }
  })
}

interface Round {
  lastMs: number
  ran: number
  doubled: number
  shareOfA: number
}

async function oneRound(store: Store<Tables>): Promise<Round> {
  await store.write((tx) => tx.deleteFrom('tick').execute())
  const dueAt = Date.now() + AHEAD_MS
  await makeEntries(store, dueAt)
  const ended = () =>
    store.read
      .selectFrom('schedule_run')
      .select((eb) => eb.fn.countAll<number>().as('runs'))
      .where('due_at', '=', dueAt)
      .where('state', 'not in', ['waiting', 'running'])
      .executeTakeFirstOrThrow()
  while (Number((await ended()).runs) < ENTRIES && Date.now() < dueAt + 2 * MINUTE_MS) await sleep(100)
  // What one node does, another one would have begun by now as well.
  await sleep(2_000)
  const ticks = await store.read.selectFrom('tick').selectAll().execute()
  const keys = new Set(ticks.map(({ key }) => key))
  return {
    lastMs: Math.max(...ticks.map(({ at }) => at)) - dueAt,
    ran: keys.size,
    doubled: ticks.length - keys.size,
    shareOfA: (ticks.filter(({ node }) => node === 'a').length * 100) / ticks.length,
  }
}

/** How long after their common due time the last of many entries has run, and whether each has once. */
export async function measure(): Promise<Result> {
  const place = await makeTestPlace('postgres')
  const databaseUrl = place.where.databaseUrl!
  const store = await openStore<Tables>({ databaseUrl, migrations: benchMigrations })
  const nodes = await Promise.all(
    NODES.map((name) =>
      startReady(join(import.meta.dirname, 'subjects/schedule-node.ts'), { args: [databaseUrl, name] }),
    ),
  )
  try {
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await oneRound(store))
    const seconds = rounds.map(({ lastMs }) => lastMs / 1_000)
    return {
      rows: [{ who: WHO, unit: 's to last', rounds: seconds }],
      verdicts: [
        {
          what: 'last of 1,000 entries begins after',
          figure: Math.max(...seconds),
          unit: 's',
          goal: '<= 60',
        },
        {
          what: 'entries of a round that ran',
          figure: Math.min(...rounds.map(({ ran }) => ran)),
          unit: 'entries',
          goal: `>= ${ENTRIES}`,
        },
        {
          what: 'runs that happened twice',
          figure: Math.max(...rounds.map(({ doubled }) => doubled)),
          unit: 'runs',
          goal: '<= 0',
        },
      ],
      notes: [
        `Share of the first node: ${rounds.map(({ shareOfA }) => `${shareOfA.toFixed(0)} %`).join(', ')}.`,
      ],
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await store.close()
    await place.remove()
  }
}
