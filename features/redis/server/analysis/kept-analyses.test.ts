import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { AnalysisOptions } from '../../contract/index.ts'
import { analysisMigrations } from './analysis-migrations.ts'
import type { AnalysisTables } from './analysis-tables.ts'
import { KeptAnalyses, forgetAnalyses } from './kept-analyses.ts'
import { Tally } from './tally.ts'

const OPTIONS: AnalysisOptions = {
  pattern: '',
  type: '',
  share: 1,
  minBytes: 0,
  withElements: false,
  withFrequency: false,
  separators: [':'],
}
const ann = { userId: 'u1', username: 'ann' }

const databaseOf = (id: string, db = 0) =>
  ({ connection: { id, lineId: 'lantern-dev' }, db, readable: () => null }) as never

function aRun(names: readonly string[]) {
  const tally = new Tally(OPTIONS, 1_000_000)
  for (const name of names) {
    const key = Buffer.from(name)
    tally.see(key)
    tally.measure({ key, type: 'string', ttlMs: -1, bytes: 100, elements: null, frequency: null })
  }
  return { tally, readable: null, progress: { options: OPTIONS, startedAt: 5, hasBytes: true } } as never
}

describeStored('kept analyses', analysisMigrations, (open) => {
  test('a result comes back as it was kept, and belongs to its database', async () => {
    const store = await open<AnalysisTables>()
    const kept = new KeptAnalyses({ store, nowMs: () => 10 })
    await kept.keep(databaseOf('c1'), aRun(['a:1', 'a:b:2', 'c']), ann)
    const [head] = await kept.list(databaseOf('c1'))
    expect(head).toMatchObject({ by: 'ann', startedAt: 5, keys: 3, bytes: { value: 300, error: 0 } })
    const { content } = await kept.find(databaseOf('c1'), head!.id, 'before')
    expect(content.folders).toMatchObject([
      { prefix: 'a:', keys: 2, bytes: { value: 200 } },
      { prefix: 'a:b:', keys: 1 },
    ])
    for (const other of [databaseOf('c1', 1), databaseOf('c2')]) {
      expect(await kept.list(other)).toEqual([])
      await expect(kept.find(other, head!.id, 'before')).rejects.toMatchObject({ field: 'before' })
    }
  })

  test('a result leaves when its time is over, and with its connection', async () => {
    const store = await open<AnalysisTables>()
    let nowMs = 0
    const kept = new KeptAnalyses({ store, nowMs: () => nowMs })
    const count = async () => (await store.read.selectFrom('redis_analysis').select('id').execute()).length
    await kept.keep(databaseOf('c1'), aRun(['a']), ann)
    nowMs = 86_400_000
    await kept.keep(databaseOf('c2'), aRun(['a']), ann)
    nowMs = 30 * 86_400_000
    await kept.cleanUps[0]!.run()
    expect(await count()).toBe(1)
    await store.write((tx) => forgetAnalyses(tx, 'c2'))
    expect(await count()).toBe(0)
  })
})
