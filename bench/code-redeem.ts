import { codesWorld, codesWorldMigrations } from '@qd/app-server/testing'
import { makeTestPlace } from '@qd/store/testing'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { median } from './tools/result.ts'
import type { Result, Row } from './tools/result.ts'

const CODES = 100_000
const CONNECTIONS = 32
const SECONDS = 3
const ROUNDS = 3
const RATE = 'req/s'
const GOALS = { sqlite: '>= 1500', postgres: '>= 800' } as const

/** Calls a second of 32 callers, each waiting for its answer. */
async function rateOf(call: (at: number) => Promise<boolean>): Promise<number> {
  let next = 0
  let done = 0
  const begun = performance.now()
  const caller = async () => {
    while (performance.now() - begun < SECONDS * 1000) {
      if (!(await call(next++))) throw new Error('a code was refused')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, caller))
  return (done / (performance.now() - begun)) * 1000
}

async function measureOn(dialect: Dialect): Promise<Row[]> {
  const place = await makeTestPlace(dialect)
  const store = await openStore<never>({ ...place.where, migrations: codesWorldMigrations })
  const world = codesWorld(store)
  try {
    await world.jobs.start()
    const { id } = await world.release({ quantity: CODES })
    while ((await world.get(id)).state !== 'active') await new Promise((resolve) => setTimeout(resolve, 50))
    const codes = await world.codesOf(id)
    await world.release({ kind: 'universal', word: 'EVERYBODY-1' })
    let used = 0
    const held = async (code: string, at: number) =>
      (await world.redeem(code, String(at + 1))).data.reservation !== undefined
    const unique: number[] = []
    const shared: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const first = used
      unique.push(await rateOf((at) => held(codes[first + at]!, (used = first + at + 1))))
      shared.push(await rateOf((at) => held('EVERYBODY-1', round * 1_000_000 + at)))
    }
    return [
      { who: `unique codes, ${dialect}`, unit: RATE, rounds: unique },
      { who: `one universal code, ${dialect}`, unit: RATE, rounds: shared },
    ]
  } finally {
    await world.stop()
    await store.close()
    await place.remove()
  }
}

/** Redemptions through the guard, each durable before it is answered; caller and console share a process. */
export async function measure(): Promise<Result> {
  const rows = [...(await measureOn('sqlite')), ...(await measureOn('postgres'))]
  const verdicts = (['sqlite', 'postgres'] as const).map((dialect) => ({
    what: `redemptions of unique codes, ${dialect}`,
    figure: median(rows.find(({ who }) => who === `unique codes, ${dialect}`)!.rounds),
    unit: RATE,
    goal: GOALS[dialect],
  }))
  return { rows, verdicts }
}
