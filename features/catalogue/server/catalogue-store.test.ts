import { afterEach, expect, it } from 'vitest'
import { AppError, coreErrors } from '@qd/contract-kit'
import { createDialer, createSealedBox } from '@qd/server-kit'
import { openStore } from '@qd/store'
import type { Store } from '@qd/store'
import { describeStored, makeTestPlace } from '@qd/store/testing'
import type { GameAdapter } from '@qd/game-contract/adapter'
import { box, placesForTest, placesMigrations, testSeed } from '@qd/app-server/testing/places'
import { createCatalogueCache } from './load/catalogue-cache.ts'
import type { CatalogueTables } from './index.ts'
import type { SeedConnection } from './seed-catalogue.ts'

const untouched = new Proxy({ name: 'standard' } as GameAdapter, {
  get: ({ name }, group) =>
    group === 'name'
      ? name
      : new Proxy(() => undefined, {
          apply: () => raise(new Error(`no game server may be asked here: ${String(group)}`)),
          get: (_group, call) =>
            raise(new Error(`no game server may be asked here: ${String(group)}.${String(call)}`)),
        }),
})
const raise = (error: unknown): never => {
  throw error
}
const connections = (port: number): SeedConnection[] =>
  testSeed.operators.flatMap(({ platform, lines }) =>
    lines.flatMap(({ servers }) =>
      servers.map(({ sId }) => ({
        platform,
        sId,
        apiUrl: `http://127.0.0.1:${port}`,
        serverId: `s${sId}`,
        keyId: 'k1',
        hashKey: `hash key of ${platform}:${sId} at ${port}`,
        ws: `ws://127.0.0.1:${port}`,
      })),
    ),
  )

const placesOver = (store: Store<never>, secretBox = box) =>
  placesForTest({
    store,
    secretBox,
    adapters: [{ adapter: untouched, fresh: () => untouched }],
    dialer: createDialer({ ownPorts: () => [] }),
    log: { error: raise },
  })

describeStored('catalogue', placesMigrations, (open) => {
  it('is the same after seeding twice, with the addresses of the second time', async () => {
    const store = await open<never>()
    const places = placesOver(store)
    await places.start()
    await places.catalogue.seed(testSeed, connections(8601))
    const first = places.catalogue.port.current()
    const tables = store.as<CatalogueTables>()
    await tables.write((tx) =>
      tx.updateTable('line').set({ name: 'renamed' }).where('line_id', '=', 'harbour-dev').execute(),
    )
    await places.catalogue.seed(testSeed, connections(8602))
    const second = places.catalogue.port.current()
    expect(second.games).toEqual(first.games)
    expect(second.servers.map(({ key, openedAt }) => [key, openedAt])).toEqual(
      first.servers.map(({ key, openedAt }) => [key, openedAt]),
    )
    expect(second.lineById.get('harbour-dev')?.name).toBe('renamed')
    const { target } = await places.scope.reach.reach(second.serverByKey.get('lantern:3:123')!)
    expect(target).toMatchObject({
      apiUrl: 'http://127.0.0.1:8602',
      hashKey: 'hash key of 3:123 at 8602',
      networks: { allowLoopback: true },
      codec: { name: 'qd-1' },
    })
    await places.stop()
  })

  it('is not written again where it is the same; a key that differs or does not open is', async () => {
    const store = await open<never>()
    const places = placesOver(store)
    const tables = store.as<CatalogueTables>()
    const sealedKeys = async () => {
      const rows = await tables.read.selectFrom('game_server').select(['key', 'hash_key']).execute()
      return new Map(rows.map((row) => [row.key, row.hash_key]))
    }
    await places.catalogue.seed(testSeed, connections(8601))
    const first = await sealedKeys()
    await places.catalogue.seed(testSeed, connections(8601))
    // Each seal is another one: the same bytes were not written again.
    expect(await sealedKeys()).toEqual(first)
    const stolen = first.get('lantern:1:1')!
    await tables.write((tx) =>
      tx.updateTable('game_server').set({ hash_key: stolen }).where('key', '=', 'lantern:3:123').execute(),
    )
    const [changed, ...others] = connections(8601)
    await places.catalogue.seed(testSeed, [{ ...changed!, hashKey: 'another' }, ...others])
    const second = await sealedKeys()
    const different = [...second.keys()].filter((key) => second.get(key) !== first.get(key))
    expect(different.sort()).toEqual(
      ['lantern:3:123', `lantern:${changed!.platform}:${changed!.sId}`].toSorted(),
    )
    expect(second.get('lantern:3:123')).not.toBe(stolen)
  })

  it('keeps keys sealed at rest, each in its own place', async () => {
    const store = await open<never>()
    const places = placesOver(store)
    await places.start()
    await places.catalogue.seed(testSeed, connections(8601))
    const tables = store.as<CatalogueTables>()
    const rows = await tables.read.selectFrom('game_server').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('hash key of')
    const stolen = rows.find((row) => row.key === 'lantern:1:1')!.hash_key
    await tables.write((tx) =>
      tx.updateTable('game_server').set({ hash_key: stolen }).where('key', '=', 'lantern:3:123').execute(),
    )
    await places.catalogue.seed({ ...testSeed, operators: [] }, [])
    const server = places.catalogue.port.current().serverByKey.get('lantern:3:123')!
    await expect(places.scope.reach.reach(server)).rejects.toMatchObject({ def: coreErrors.secrets_sealed })
    await places.stop()
  })

  it('starts sealed with the addresses it has and opens no key', async () => {
    const store = await open<never>()
    const before = placesOver(store)
    await before.catalogue.seed(testSeed, connections(8601))
    const sealed = placesOver(store, createSealedBox())
    await sealed.start()
    await sealed.catalogue.seed(testSeed, connections(8602))
    const server = sealed.catalogue.port.current().serverByKey.get('lantern:3:123')!
    expect(server.connection.apiUrl).toBe('http://127.0.0.1:8601')
    await expect(sealed.scope.reach.reach(server)).rejects.toBeInstanceOf(AppError)
    await sealed.stop()
  })

  it('forgets a server that is switched out of service', async () => {
    const store = await open<never>()
    const places = placesOver(store)
    await places.start()
    await places.catalogue.seed(testSeed, connections(8601))
    const server = places.catalogue.port.current().serverByKey.get('lantern:3:124')!
    await store
      .as<CatalogueTables>()
      .write((tx) => tx.updateTable('game_server').set({ enabled: 0 }).where('s_id', '=', 124).execute())
    await places.catalogue.seed({ ...testSeed, operators: [] }, [])
    expect(places.scope.port.resolve({ sId: 124 })).toMatchObject({ missing: coreErrors.server_not_found })
    await expect(places.scope.reach.reach(server)).rejects.toMatchObject({ def: coreErrors.server_not_found })
    await places.stop()
  })
})

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

it('reaches the other console nodes over PostgreSQL', async () => {
  const place = await makeTestPlace('postgres')
  closers.push(() => place.remove())
  const openNode = async () => {
    const store = await openStore<never>({ ...place.where, migrations: placesMigrations })
    closers.push(() => store.close())
    return store
  }
  const [one, other] = [await openNode(), await openNode()]
  const cache = createCatalogueCache({ store: other.as<CatalogueTables>(), onLoadError: raise })
  await cache.start()
  closers.push(() => cache.stop())
  expect(cache.current().servers).toHaveLength(0)
  const places = placesOver(one)
  await places.catalogue.seed(testSeed, connections(8601))
  await expect.poll(() => cache.current().servers.length, { interval: 10, timeout: 10_000 }).toBe(5)
})
