import { codesWorld, codesWorldMigrations } from '@qd/app-server/testing'
import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { Result } from './tools/result.ts'

/** A minute; `QD_BENCH_CODES=100000` is enough while one works on it. */
const CODES = Number(process.env['QD_BENCH_CODES'] ?? 1_000_000)
const RATE = 'codes/s'
const LOOK_MS = 50

/** From the release of a batch until its last code is there, exactly counted. */
export async function measure(): Promise<Result> {
  const place = await makeTestPlace('sqlite')
  const store = await openStore<never>({ ...place.where, migrations: codesWorldMigrations })
  const world = codesWorld(store)
  try {
    await world.jobs.start()
    const begun = performance.now()
    const { id } = await world.release({ quantity: CODES })
    while ((await world.get(id)).state !== 'active')
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const rate = (CODES / (performance.now() - begun)) * 1000
    const { generated } = (await world.get(id)).funnel
    if (generated !== CODES) throw new Error(`${generated} of ${CODES} codes were made`)
    return {
      rows: [{ who: `a batch of ${CODES} codes`, unit: RATE, rounds: [rate] }],
      verdicts: [{ what: 'codes made', figure: rate, unit: RATE, goal: '>= 20000' }],
    }
  } finally {
    await world.stop()
    await store.close()
    await place.remove()
  }
}
