import { join } from 'node:path'
import { startConsole } from './tools/console-under-test.ts'
import { LOAD_UNITS, loaded } from './tools/load.ts'
import { startReady } from './tools/ready-process.ts'
import { medianShare, type Result, type Verdict } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const ROUNDS = 5
const SHAPE = { connections: 32, seconds: 2 }
const EMPTY = 'empty Fastify route'
const INFO = 'GET /adjust/userInfo, guarded'
const QUERY = 'bare Fastify + zod, list by query'
const MEMORY = 'bare Fastify + zod, list from memory'
const LIST = 'POST /platform/game/list, guarded'

const peer = (name: string) => join(import.meta.dirname, 'peers', name)

/** Guarded reads beside Fastify without a guard; everything in processes of their own. */
export async function measure(): Promise<Result> {
  const subject = await startConsole()
  const headers = { token: await subject.signIn('operator') }
  const listUrl = `${subject.url}/platform/game/list`
  const json = { ...headers, 'content-type': 'application/json' }
  const sample = await (await fetch(listUrl, { method: 'POST', headers: json, body: '{}' })).text()
  const empty = await startReady(peer('empty-route.ts'))
  const bare = await startReady(peer('bare-game-list.ts'), { args: [sample] })
  const post = { ...SHAPE, method: 'POST', body: {} } as const
  try {
    const rows = await interleave(
      [
        loaded(EMPTY, { ...SHAPE, pid: empty.pid, url: `${empty.url}/empty` }),
        loaded(INFO, { ...SHAPE, pid: subject.pid, url: `${subject.url}/adjust/userInfo`, headers }),
        loaded(QUERY, { ...post, pid: bare.pid, url: `${bare.url}/query` }),
        loaded(MEMORY, { ...post, pid: bare.pid, url: `${bare.url}/memory` }),
        loaded(LIST, { ...post, pid: subject.pid, url: listUrl, headers }),
      ],
      ROUNDS,
    )
    const share = (mine: string, other: string, goal: number): Verdict[] =>
      LOAD_UNITS.map((unit) => ({
        what: `${mine} of ${other}, by ${unit}`,
        figure: medianShare(rowOf(rows, mine, unit), rowOf(rows, other, unit)),
        unit: '%',
        goal: `>= ${goal}`,
      }))
    return {
      rows,
      verdicts: [...share(INFO, EMPTY, 50), ...share(LIST, QUERY, 90), ...share(LIST, MEMORY, 60)],
      notes: ['The console answers game/list from its catalogue in memory, hence both peers.'],
    }
  } finally {
    await Promise.all([subject.stop(), empty.stop(), bare.stop()])
  }
}
