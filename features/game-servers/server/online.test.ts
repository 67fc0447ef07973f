import { describeStored } from '@qd/store/testing'
import { aCaller } from '@qd/server-kit/testing'
import { expect, test, vi } from 'vitest'
import { gameServerMigrations } from './index.ts'
import { keepOnline, minuteOf } from './online/keep-online.ts'
import { NOW, openServer, useOpenNodes } from './testing/open-world.ts'
import { WriteNotes } from './writes/write-notes.ts'

interface History {
  from: number
  stepMs: number
  servers: { sId: number; points: (number | null)[] }[]
}

describeStored('numbers of players online', gameServerMigrations, (open) => {
  const it = useOpenNodes(open)
  const history = async (asked: object = {}) => {
    const { body } = await it
      .node()
      .reader.post<History>('/adjust/server/online', { game: 'lantern', ...asked })
    return body.data
  }
  const keep = (minutesAgo: number, online: number, key = 'lantern:3:123') =>
    it.store().write((tx) => keepOnline(tx, { key, atMs: NOW - minutesAgo * 60_000, online }))

  test('of all servers a day in quarters of an hour: means, gaps, and nothing older', async () => {
    const node = it.node()
    await node.beat(123, { online: 10 })
    await node.beat(123, { online: 20 }, { atMs: NOW + 1 })
    for (const [ago, online] of [
      [15, 30],
      [16, 50],
      [45, 7],
      [1_440, 9],
      [3_000, 1],
    ] as const)
      await keep(ago, online)
    const { from, stepMs, servers } = await history()
    expect(servers.map(({ sId, points }) => [sId, points.length])).toEqual([
      [123, 96],
      [124, 96],
      [7, 96],
    ])
    expect(from + 96 * stepMs).toBe((Math.floor(minuteOf(NOW) / 15) + 1) * 900_000)
    const { points } = servers[0]!
    // The last word of a minute stays.
    expect(points.at(-1)).toBe(20)
    const known = points.flatMap((value) => (value === null ? [] : [value]))
    const quarter = Math.floor(minuteOf(NOW) / 15)
    const isOne = Math.floor((minuteOf(NOW) - 15) / 15) === Math.floor((minuteOf(NOW) - 16) / 15)
    expect(Math.floor((minuteOf(NOW) - 45) / 15)).toBe(quarter - 3)
    expect(known).toEqual(isOne ? [7, 40, 20] : [7, 50, 30, 20])
    expect(servers[1]!.points.every((point) => point === null)).toBe(true)
  })

  test('of all servers they are read once a minute for everybody, and each sees what they reach', async () => {
    await keep(0, 5)
    await keep(0, 6, 'lantern:3:124')
    await keep(0, 99, 'other:3:123')
    it.shared().servers.push(openServer(200, { lineId: 'elsewhere', key: 'lantern:3:200' }))
    const node = it.node()
    const reads = vi.spyOn(it.store().read, 'selectFrom')
    const looks = () =>
      reads.mock.calls.filter(([table]) => (table as string) === 'game_server_online').length
    const asking = (who: string, scope: string) =>
      node.as(aCaller(who, [{ scope, environment: '*', codes: ['a.b'] }]))
    const callers = [node.reader, node.reader, asking('line', 'lantern/northwind/elsewhere')]
    const ask = async (speaker: typeof node.reader) => {
      const { body } = await speaker.post<History>('/adjust/server/online', { game: 'lantern' })
      return body.data.servers.map(({ sId, points }) => [sId, points.at(-1)])
    }
    const all = [
      [123, 5],
      [124, 6],
      [7, null],
      [200, null],
    ]
    expect(await Promise.all(callers.map(ask))).toEqual([all, all, [[200, null]]])
    expect(looks()).toBe(1)
    await keep(0, 8)
    it.shared().now += 59_000
    expect(await ask(node.reader)).toEqual(all)
    expect(looks()).toBe(1)
    it.shared().now += 1_000
    expect((await ask(node.reader))[0]).toEqual([123, expect.any(Number)])
    expect(looks()).toBe(2)
  })

  test('of one server two days in five minutes', async () => {
    await keep(0, 5)
    await keep(2_000, 8)
    await keep(2_000, 99, 'lantern:3:124')
    const { stepMs, servers } = await history({ lineId: 'northwind-test', sId: 123 })
    expect([stepMs, servers.length, servers[0]!.points.length]).toEqual([300_000, 1, 576])
    expect(servers[0]!.points.filter((point) => point !== null)).toEqual([8, 5])
  })

  test('are deleted after 30 days, and writes after ten minutes', async () => {
    const day = 1_440
    for (const ago of [29 * day, 31 * day, 45 * day, 90 * day]) await keep(ago, 1)
    const node = it.node()
    const server = { game: 'lantern', platform: 3, sId: 123 }
    const write = { idempotencyKey: 'key-0001', method: 'POST', path: '/', bodySha256: 'a'.repeat(64) }
    await node.feature.noteWrite(server, write)
    it.shared().now += 599_000
    const clean = async () => {
      for (const { run } of node.feature.cleanUps!) await run()
      const { read } = it.store()
      const minutes = await read.selectFrom('game_server_online').select('minute').execute()
      const writes = await read.selectFrom('game_server_write').select('slot').execute()
      return [minutes.map(({ minute }) => minuteOf(NOW) - minute), writes.length]
    }
    expect(await clean()).toEqual([[29 * day], 1])
    it.shared().now += 2_000
    expect(await clean()).toEqual([[29 * day], 0])
  })

  test('many writes at once are all kept, and of one server at most as many as there are slots', async () => {
    const notes = new WriteNotes(it.store(), () => NOW, 300)
    const write = (index: number) => ({
      idempotencyKey: `key-${index}`,
      method: 'POST',
      path: '/',
      bodySha256: 'a'.repeat(64),
    })
    const noteAll = (from: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => notes.note('lantern:3:123', write(from + index))),
      )
    const kept = async () =>
      (await it.store().read.selectFrom('game_server_write').select('idempotency_key').execute()).map((row) =>
        Number(row.idempotency_key.slice(4)),
      )
    await noteAll(0, 250)
    expect(await kept()).toHaveLength(250)
    await noteAll(250, 250)
    expect((await kept()).toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 300 }, (_, index) => 200 + index),
    )
  })

  test('a write that cannot be kept says so', async () => {
    const broken = { ...it.store(), write: () => Promise.reject(new Error('no database')) }
    const notes = new WriteNotes(broken as never, () => NOW)
    const write = { idempotencyKey: 'key-0001', method: 'POST', path: '/', bodySha256: 'a'.repeat(64) }
    await expect(notes.note('lantern:3:123', write)).rejects.toThrow('no database')
  })
})
