import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '@qd/testing/children'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { PlayerCache } from './player-cache.ts'
import { PlayerStore } from './player-store.ts'
import { seedDocument } from './seed/seed-document.ts'
import { seededSummary } from './seed/player-summary.ts'

const place = { platform: 1, sId: 1, seededAt: 1_795_000_000 }

let folder: string
let store: PlayerStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-store-'))
  store = new PlayerStore(join(folder, 'S1.sqlite'))
  store.transaction(() =>
    store.insert(Array.from({ length: 400 }, (_, index) => seededSummary(1, 1, index + 1))),
  )
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

describe('player store', () => {
  it('[sandbox-store] saves the whole player and what he is searched by', () => {
    const summary = seededSummary(1, 1, 5)
    const document = seedDocument(summary, place)
    Object.assign(document.role, { name: 'ÉTOILE Ω', level: 33, channel: 'google' })
    store.save(document, 9)
    store.close()
    store = new PlayerStore(join(folder, 'S1.sqlite'))
    const found = store.playersByName('e\u0301toile ω', true, 10)
    expect(found).toMatchObject([
      { uId: summary.uId, name: 'ÉTOILE Ω', level: 33, channel: 'google', version: 9 },
    ])
    expect(JSON.parse(found[0]?.document ?? '')).toEqual(document)
  })

  it('[sandbox-store] finds a part of a name, at most as many as asked for', () => {
    expect(store.playersByName('听', false, 3)).toHaveLength(3)
    expect(store.playersByName('%', false, 3)).toEqual([])
  })

  it('[sandbox-store] undoes a transaction that throws, also one inside another', () => {
    const work = (): void =>
      store.transaction(() => {
        store.transaction(() => store.setFact('a', '1'))
        throw new Error('stop')
      })
    expect(work).toThrow('stop')
    expect(store.fact('a')).toBeNull()
  })

  it('[sandbox-store] keeps a bounded number of offline players in memory and loses no change', () => {
    const cache = new PlayerCache(store, (stored) =>
      stored.document === null ? seedDocument(stored, place) : JSON.parse(stored.document),
    )
    const first = cache.get('10001000001')!
    first.document.role.likes = 77
    first.version += 1
    first.unsaved = 'deeds'
    for (let sequence = 2; sequence <= 400; sequence += 1) cache.get(seededSummary(1, 1, sequence).uId)
    cache.flush()
    expect(cache.peek(first.uId)).toBeUndefined()
    expect(cache.peek(seededSummary(1, 1, 400).uId)).toBeDefined()
    expect(cache.get(first.uId)).toMatchObject({ version: 2, document: { role: { likes: 77 } } })
  })
})

it('waits for its file while the server of before is still ending', async () => {
  const own = mkdtempSync(join(tmpdir(), 'qd-held-'))
  const path = join(own, 'S1.sqlite')
  new PlayerStore(path).close()
  const holder = `
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(path)})
    database.exec('pragma locking_mode = exclusive; begin exclusive')
    console.log('held')
    process.stdin.once('data', () => setTimeout(() => process.exit(0), 300))`
  const child = startChild(process.execPath, ['--input-type=module', '-e', holder])
  onTestFinished(() => void child.kill())
  await child.says('held')
  child.write('end\n')
  await new Promise((resolve) => setImmediate(resolve))
  const later = new PlayerStore(path)
  expect(later.player('1')).toBeNull()
  later.close()
  rmSync(own, { recursive: true })
})
