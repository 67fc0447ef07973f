import { once, EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { openStore } from '../src/index.ts'
import { describeOnBothDatabases, makeTestPlace } from '../testing/index.ts'
import { rowsOf } from '../testing/postgres-cluster.ts'

describeOnBothDatabases('broadcast', [], (open) => {
  test('[store.broadcast] has reached the listeners here when it resolves, once each, until they leave', async () => {
    const { broadcast } = await open()
    const heard: string[] = []
    const leave = broadcast.subscribe('roles', (payload) => heard.push(payload))
    broadcast.subscribe('other', () => heard.push('wrong topic'))
    for (const payload of ['1', `it's "2"`, '三', '']) await broadcast.publish('roles', payload)
    await broadcast.publish('__proto__', 'x')
    expect(heard).toEqual(['1', `it's "2"`, '三', ''])
    leave()
    leave()
    await broadcast.publish('roles', 'unheard')
    expect(heard).toHaveLength(4)
  })

  test('[store.broadcast] a listener that throws counts as a lost message and disturbs no other', async () => {
    const { broadcast } = await open()
    const heard: string[] = []
    broadcast.onLost(() => heard.push('lost'))
    broadcast.subscribe('t', () => {
      throw new Error('broken listener')
    })
    broadcast.subscribe('t', (payload) => heard.push(payload))
    await broadcast.publish('t', 'message')
    expect(heard).toEqual(['lost', 'message'])
  })

  test('[store.broadcast] a message of a write travels when it commits, and only then', async () => {
    const store = await open()
    const heard: string[] = []
    store.broadcast.subscribe('t', (payload) => heard.push(payload))
    await store.write(async (tx) => {
      store.broadcast.publishWith(tx, 't', 'one')
      store.broadcast.publishWith(tx, 't', 'two')
      expect(heard).toEqual([])
    })
    expect(heard).toEqual(['one', 'two'])
    const refused = store.write(async (tx) => {
      store.broadcast.publishWith(tx, 't', 'never')
      throw new Error('changed my mind')
    })
    await expect(refused).rejects.toThrow('changed my mind')
    expect(heard).toHaveLength(2)
    expect(() => store.broadcast.publishWith(store.read, 't', 'x')).toThrow('tx of a write')
    expect(store.broadcast.caughtUp()).toBeUndefined()
  })

  test('[store.broadcast] refuses what one notification cannot carry', async () => {
    const { broadcast } = await open()
    await expect(broadcast.publish('t', 'é'.repeat(4000))).rejects.toMatchObject({ code: 'store_misuse' })
    await expect(broadcast.publish('t', '\0')).rejects.toMatchObject({ code: 'store_nul_text' })
    await broadcast.publish('t', 'é'.repeat(3800))
  })
})

describe('broadcast between consoles on postgres', () => {
  test('[store.broadcast] arrives at every store, and a broken connection is told and comes back', async () => {
    const place = await makeTestPlace('postgres')
    const events = new EventEmitter()
    const one = await openStore({ ...place.where, migrations: [] })
    const two = await openStore({
      ...place.where,
      migrations: [],
      onBroadcastLost: () => events.emit('lost'),
    })
    const heardByOne: string[] = []
    one.broadcast.subscribe('t', (payload) => heardByOne.push(payload))
    two.broadcast.subscribe('t', (payload) => events.emit('message', payload))

    const first = once(events, 'message')
    await one.broadcast.publish('t', 'before')
    expect(await first).toEqual(['before'])

    const garbage = once(events, 'lost')
    await two.write(async (tx) => {
      await two
        .statement<[], never>({ sqlite: '', postgres: `select pg_notify('quarterdeck', '{')` })
        .run(tx, [])
    })
    await garbage

    const database = place.where.databaseUrl ?? ''
    const listening = `from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`
    const before = await rowsOf<{ pid: number }>(database, `select pid ${listening}`)
    const broken = once(events, 'lost')
    await rowsOf(database, `select pg_terminate_backend(pid) ${listening}`)
    await broken
    // Both are back: each has sent a beat on a connection of its own.
    const isNew = `pid <> all(array[${before.map(({ pid }) => pid).join()}]) and query like '%pg_notify%'`
    await expect
      .poll(async () => (await rowsOf(database, `select pid ${listening} and ${isNew}`)).length, {
        timeout: 15_000,
      })
      .toBe(2)
    const second = once(events, 'message')
    await one.broadcast.publish('t', 'after')
    expect(await second).toEqual(['after'])

    // What two answers arrives at one behind the echoes of its own messages, which it must not hear twice.
    const answered = new Promise<void>((resolve) => void one.broadcast.subscribe('answer', () => resolve()))
    await two.broadcast.publish('answer', '')
    await answered
    expect(heardByOne).toEqual(['before', 'after'])

    await one.close()
    await two.close()
    await place.remove()
  })
})
