import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { makeTestPlace } from '@qd/store/testing'
import { startConsole } from './tools/console-under-test.ts'
import { percentile, work } from './tools/operators.ts'
import type { Deed } from './tools/operators.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result, type Verdict } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'
import type { Contender } from './tools/rounds.ts'

const ROUNDS = 3
const CROWD = { operators: 200, seconds: 8 }
const PROFILE = { name: 'Bench', department: 'Bench', phone: '', sex: '' }
const LINE = world.operators[0]!.lines[0]!

/** Mostly looking, some of it as far as a game server, and one change in ten. */
const DEEDS: Deed[] = [
  { kind: 'read', weight: 30, method: 'GET', path: '/adjust/userInfo' },
  { kind: 'read', weight: 30, method: 'POST', path: '/platform/game/list', body: {} },
  { kind: 'read', weight: 15, method: 'POST', path: `/partner/server/list/${LINE.lineId}`, body: {} },
  {
    kind: 'game server',
    weight: 15,
    method: 'POST',
    path: '/adjust/get?uId=30123000003',
    body: { diffs: ['SettingsInfo'] },
  },
  { kind: 'audited write', weight: 10, method: 'POST', path: '/platform/user/info', body: PROFILE },
]
const REFUSED = 'calls refused'
const EMPTY: Deed[] = [{ kind: 'empty route', weight: 1, method: 'GET', path: '/empty' }]
const GOALS = { 'read p99 ms': 50, 'audited write p99 ms': 100, [REFUSED]: 0 }

function crowd(
  who: string,
  at: { url: string; tokens: readonly string[] },
  deeds: readonly Deed[],
): Contender {
  const kinds = [...new Set(deeds.map(({ kind }) => kind))]
  return {
    who,
    units: [...kinds.flatMap((kind) => [`${kind} p50 ms`, `${kind} p99 ms`]), REFUSED],
    async round() {
      const { times, refused } = await work({ ...CROWD, ...at, deeds })
      const figures = kinds.flatMap((kind) => [0.5, 0.99].map((share) => percentile(times.get(kind)!, share)))
      return [...figures, refused.length]
    },
  }
}

/** Two hundred people at work on one node, on each database, beside an empty route under the same crowd. */
export async function measure(): Promise<Result> {
  const place = await makeTestPlace('postgres')
  const databaseUrl = place.where.databaseUrl!
  const consoles = {
    SQLite: await startConsole(),
    PostgreSQL: await startConsole({ DATABASE_URL: databaseUrl }),
  }
  const empty = await startReady(join(import.meta.dirname, 'peers/empty-route.ts'))
  try {
    const contenders = [crowd('empty Fastify route', { url: empty.url, tokens: [] }, EMPTY)]
    for (const [database, { url, signIn }] of Object.entries(consoles)) {
      const tokens = await Promise.all(['admin', 'operator', 'developer'].map(signIn))
      contenders.push(crowd(`console on ${database}`, { url, tokens }, DEEDS))
    }
    const rows = await interleave(contenders, ROUNDS)
    const verdicts = Object.keys(consoles).flatMap((database) => {
      const verdict = (unit: string, goal: number): Verdict => ({
        what: `${unit} on ${database}`,
        figure: median(rowOf(rows, `console on ${database}`, unit).rounds),
        unit: '',
        goal: `<= ${goal}`,
      })
      return Object.entries(GOALS).map(([unit, goal]) => verdict(unit, goal))
    })
    return { rows, verdicts, notes: ['Each operator thinks for 0.5 to 1.5 s between two calls.'] }
  } finally {
    await Promise.all([...Object.values(consoles).map(({ stop }) => stop()), empty.stop()])
    await place.remove()
  }
}
