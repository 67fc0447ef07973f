import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { JSON_TYPE, TEXT_TYPE } from '@qd/contract-kit'
import { world } from '@qd/sandbox'
import { cpuSeconds } from './tools/process-cost.ts'
import { startReady, type ReadyProcess } from './tools/ready-process.ts'
import { medianShare, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'
import type { Contender } from './tools/rounds.ts'

/** Players of one round: some minutes in all. `QD_BENCH_PLAYERS=100000` takes as many as one bulk edit may. */
const PLAYERS = Number(process.env['QD_BENCH_PLAYERS'] ?? 4_000)
const ROUNDS = 3
const KILLS = 20
const LINE = 'lineId=northwind-test'
const BARE = 'bare loop against the game server'
const BULK = 'bulk edit, from start to end'
const UNIT = 'players/s'
/** Of the game server in the loop, of the console in the bulk edit: does not feel busy neighbours. */
const CPU_UNIT = 'players/CPU s'

type Ended = { state: string; counters: { done: number; total: number }; startedAt: number; endedAt: number }

/** The console as a program speaks to it. */
function speaker({ url }: ReadyProcess, token: string) {
  return async <T>(path: string, body: object, text?: string): Promise<T> => {
    const json = JSON.stringify(body)
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { token, 'content-type': text === undefined ? JSON_TYPE : TEXT_TYPE },
      body: text === undefined ? json : `${json}\n${text}`,
    })
    const { data, msg } = (await answer.json()) as { data: T; msg: string }
    if (!answer.ok) throw new Error(`${path}: ${msg}`)
    return data
  }
}
type Speaker = ReturnType<typeof speaker>

async function signIn(running: ReadyProcess): Promise<Speaker> {
  const login = { username: 'admin', password: world.accountPassword }
  const { token } = await speaker(running, '')<{ token: string }>('/api/auth/login', login)
  return speaker(running, token)
}

async function startBulk(ask: Speaker, uIds: readonly string[]): Promise<string> {
  const changes = [{ diff: 'CurrencyInfo', path: ['honor'], op: 'set', by: '1' }]
  const set = { changes, onlyUnchanged: false, existing: 'skip' }
  const list = uIds.join('\n')
  const { hash } = await ask<{ hash: string }>(`/adjust/bulk/preview?${LINE}`, { set }, list)
  const order = { set, hash, onlinePolicy: 'live', reason: 'bench', idempotencyKey: randomUUID() }
  return (await ask<{ jobId: string }>(`/adjust/bulk/start?${LINE}`, order, list)).jobId
}

const jobOf = (ask: Speaker, jobId: string) => ask<Ended>('/platform/job/get', { jobId })

async function endOf(ask: Speaker, jobId: string): Promise<Ended> {
  for (;;) {
    const job = await jobOf(ask, jobId)
    if (job.state === 'succeeded') return job
    if (!['queued', 'running'].includes(job.state)) throw new Error(`the job ended as ${job.state}`)
    await sleep(100)
  }
}

/** The players of a game, handed out so that each is used once. */
function createPlayers() {
  let used = 100
  return (count: number): string[] => {
    const uIds = Array.from({ length: count }, (_, index) => String(30_123_000_001 + used + index))
    used += count
    return uIds
  }
}

/** How often each of the players was changed, by the game's own count of versions, which begins at 1. */
function timesChanged(folder: string, uIds: readonly string[]): Map<number, number> {
  const database = new DatabaseSync(join(folder, 'game.sqlite'), { readOnly: true })
  const version = database.prepare('select version from players where u_id = ?')
  const times = new Map<number, number>()
  for (const uId of uIds) {
    const changed = Number(version.get(uId)?.['version']) - 1
    times.set(changed, (times.get(changed) ?? 0) + 1)
  }
  database.close()
  return times
}

/** As if the ten seconds were over that others wait for a node that has died. */
function expireLeases(folder: string): void {
  const database = new DatabaseSync(join(folder, 'quarterdeck.db'))
  database.exec("update lease set expires_at = 0 where name like 'job:%'")
  database.close()
}

interface World {
  folder: string
  start: () => Promise<ReadyProcess>
  take: (count: number) => string[]
}

async function killAlong({ folder, start, take }: World, first: ReadyProcess): Promise<Map<number, number>> {
  const uIds = take(PLAYERS)
  let running = first
  let ask = await signIn(running)
  const jobId = await startBulk(ask, uIds)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while ((await jobOf(ask, jobId)).counters.done < (PLAYERS * kill) / (KILLS + 1)) await sleep(10)
    process.kill(running.pid, 'SIGKILL')
    await running.stop()
    expireLeases(folder)
    running = await start()
    ask = await signIn(running)
  }
  await endOf(ask, jobId)
  await running.stop()
  return timesChanged(folder, uIds)
}

/**
 * Players changed by a bulk edit, a read and a write each, beside a loop that does nothing but the same reads and
 * writes; then once more with the console killed twenty times.
 */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-bulk-'))
  const running: ReadyProcess[] = []
  const begin = async (file: string, args: string[]) => {
    const started = await startReady(join(import.meta.dirname, file), { args })
    running.push(started)
    return started
  }
  try {
    const players = 200 + PLAYERS * (2 * ROUNDS + 3)
    const game = await begin('peers/game-server.ts', [folder, String(players)])
    const target = readFileSync(join(folder, 'target.json'), 'utf8')
    const bare = await begin('peers/bare-edits.ts', [target])
    const start = () => begin('subjects/bulk-console.ts', [folder, target])
    const subject = await start()
    const ask = await signIn(subject)
    const take = createPlayers()
    const loop: Contender = {
      who: BARE,
      units: [UNIT, CPU_UNIT],
      async round() {
        const cpuBefore = cpuSeconds(game.pid)
        const answer = await fetch(bare.url, { method: 'POST', body: JSON.stringify(take(PLAYERS)) })
        const { ms } = (await answer.json()) as { ms: number }
        return [(PLAYERS / ms) * 1000, PLAYERS / (cpuSeconds(game.pid) - cpuBefore)]
      },
    }
    const bulk: Contender = {
      who: BULK,
      units: [UNIT, CPU_UNIT],
      async round() {
        const cpuBefore = cpuSeconds(subject.pid)
        const startMs = performance.now()
        await endOf(ask, await startBulk(ask, take(PLAYERS)))
        const seconds = (performance.now() - startMs) / 1000
        return [PLAYERS / seconds, PLAYERS / (cpuSeconds(subject.pid) - cpuBefore)]
      },
    }
    const rows = await interleave([loop, bulk], ROUNDS)
    const times = await killAlong({ folder, start, take }, subject)
    const once = times.get(1) ?? 0
    return {
      rows,
      verdicts: [
        {
          what: 'bulk edit, of the bare loop',
          figure: medianShare(rowOf(rows, BULK, UNIT), rowOf(rows, BARE, UNIT)),
          unit: '%',
          goal: '>= 50',
        },
        {
          what: 'the same, CPU of the console by CPU of the game server',
          figure: medianShare(rowOf(rows, BULK, CPU_UNIT), rowOf(rows, BARE, CPU_UNIT)),
          unit: '%',
          goal: '>= 50',
        },
        {
          what: `players not changed once after ${KILLS} kills`,
          figure: PLAYERS - once,
          unit: '',
          goal: '<= 0',
        },
      ],
      notes: [`${PLAYERS} players a round.`],
    }
  } finally {
    await Promise.all(running.map((each) => each.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
