import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { expect, test, vi } from 'vitest'
import { createAnnouncements } from '../src/index.ts'

test('[T4] news is heard here before it travels, there as a message, and by each listener once', async () => {
  const place = await makeTestPlace('postgres')
  const stores = await Promise.all([0, 1].map(() => openStore({ ...place.where, migrations: [] })))
  const [here, there] = stores.map(({ broadcast }) => createAnnouncements(broadcast, 'test.news'))
  const heardHere: string[] = []
  const heardThere: string[] = []
  const arrived = Promise.withResolvers<void>()
  here!.onNews((news) => heardHere.push(news))
  there!.onNews((news) => {
    heardThere.push(news)
    if (news === 'second') arrived.resolve()
  })
  const first = here!.announce('first')
  expect(heardHere).toEqual(['first'])
  await first
  await here!.announce('second')
  await arrived.promise
  expect([heardHere, heardThere]).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ])
  for (const store of stores) await store.close()
  await place.remove()
})

test('[T4] news of a write reach every node when it commits, also the one that wrote', async () => {
  const place = await makeTestPlace('postgres')
  const stores = await Promise.all([1, 2].map(() => openStore({ ...place.where, migrations: [] })))
  const nodes = stores.map(({ broadcast }) => createAnnouncements(broadcast, 'test.news'))
  const heard = nodes.map((node) => new Promise<string>((resolve) => void node.onNews(resolve)))
  await stores[0]!.write(async (tx) => nodes[0]!.announceWith(tx, 'written'))
  expect(await Promise.all(heard)).toEqual(['written', 'written'])
  for (const store of stores) await store.close()
  await place.remove()
})

test('[T4] a message that cannot be sent at first is sent later, and never fails its caller', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const sent: string[] = []
  let failures = 2
  const broadcast = {
    publish: async (_topic: string, payload: string) => {
      if (failures-- > 0) throw new Error('connection lost')
      sent.push(payload)
    },
    publishWith: () => {},
    subscribe: () => () => {},
    onLost: () => () => {},
    caughtUp: () => {},
  }
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const done = createAnnouncements(broadcast, 'test.news').announce('late')
  await vi.runAllTimersAsync()
  await done
  expect([sent.length, warned.mock.calls.length]).toEqual([1, 2])
  warned.mockRestore()
  vi.useRealTimers()
})
