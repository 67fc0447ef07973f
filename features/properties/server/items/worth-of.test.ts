import { NO_WORTH, UNKNOWN_WORTH } from '@qd/contract-kit'
import type { Worth } from '@qd/contract-kit'
import { describeStored } from '@qd/store/testing'
import { beforeEach, expect, it } from 'vitest'
import { createPropertiesFeature, propertiesMigrations } from '../index.ts'
import type { PropertiesTables } from '../index.ts'
import { item, lineWorld } from '../testing/line-world.ts'
import { seenItems, noteItems } from './seen-items.ts'

const MINUTE = 60_000

describeStored('what items are worth', propertiesMigrations, (open) => {
  let line: ReturnType<typeof lineWorld>
  let nowMs = 1_790_000_000_000
  let worthOf: (totals: [string, bigint][]) => Promise<Worth>
  let namesOf: () => Promise<[string, unknown][]>
  let isSeen: () => Promise<boolean>
  let see: () => Promise<void>
  beforeEach(async () => {
    line = lineWorld()
    line.world.items.set(123, [item(7, { value: 5 }), item(8)])
    const store = await open<PropertiesTables>()
    const { worth } = createPropertiesFeature({ store, reach: line.reach, now: () => nowMs })
    const [server] = line.world.servers
    worthOf = (totals) => worth.worthOf(server!, new Map(totals))
    namesOf = async () => [...(await worth.namesOf(server!))]
    const { lineId } = server!
    isSeen = async () => (await seenItems(store, lineId)).size > 0
    const row = item(7, { value: 4 })
    const items = new Map([[7, new Map([['', { row, sIds: [123] }]])]])
    see = () => noteItems(store, { lineId, given: { servers: [], items }, now: nowMs })
  })

  it('is the sum by the server, at least, where an item has no value', async () => {
    expect(
      await worthOf([
        ['7', 3n],
        ['8', 9n],
        ['9', 1n],
      ]),
    ).toEqual({ atLeast: '15', isComplete: false })
    expect(await worthOf([['7', 3n]])).toEqual({ atLeast: '15', isComplete: true })
    expect(await worthOf([['8', 9n]])).toEqual(UNKNOWN_WORTH)
    expect(await worthOf([])).toEqual(NO_WORTH)
  })

  it('is at most what an approval can say', async () => {
    expect(await worthOf([['7', 2n ** 62n]])).toEqual({ atLeast: String(2n ** 63n - 1n), isComplete: true })
  })

  it('is the one told last while the server is away, then what its line is remembered to have', async () => {
    await worthOf([['7', 1n]])
    line.world.isDown = true
    nowMs += 2 * MINUTE
    expect(await worthOf([['7', 1n]])).toEqual({ atLeast: '5', isComplete: true })
  })

  it('is what the line is remembered to have where the server never told', async () => {
    line.world.isDown = true
    await see()
    expect(await isSeen()).toBe(true)
    expect(await worthOf([['7', 2n]])).toEqual({ atLeast: '8', isComplete: true })
  })

  it('names items as the server does, or as its line is remembered to have them', async () => {
    const [first] = await namesOf()
    expect(first).toEqual(['7', item(7).name])
    line.world.isDown = true
    expect(await namesOf()).toHaveLength(2)
    nowMs += 2 * MINUTE
    expect((await namesOf())[0]).toEqual(first)
  })

  it('is unknown where nobody tells', async () => {
    line.world.isDown = true
    expect(await worthOf([['7', 1n]])).toEqual(UNKNOWN_WORTH)
    expect(await worthOf([])).toEqual(NO_WORTH)
  })
})
