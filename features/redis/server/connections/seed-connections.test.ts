import { createEnvelopeBox, createSealedBox } from '@qd/server-kit'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { plainConfig } from '../../contract/index.ts'
import { connectionMigrations } from './connection-migrations.ts'
import { Connections } from './connections.ts'
import { seedManagedConnections, seedSettingsConnections } from './seed-connections.ts'
import type { SettingsConnection } from './seed-connections.ts'
import { NO_SECRETS, sealSecrets } from './secrets.ts'
import type { ConnectionTables } from './tables.ts'

const line = {
  game: 'lantern',
  operator: 'northwind',
  lineId: 'northwind-test',
  environment: 'test',
  lineCode: 'test',
  name: 'test',
  channels: [],
} as const
const box = createEnvelopeBox(Buffer.alloc(32, 7))

const listed: SettingsConnection = {
  lineId: line.lineId,
  name: 'cache',
  mode: 'standalone',
  host: 'redis.example.com',
  port: 6379,
  socketPath: '',
  username: '',
  passwordEnv: 'CACHE_PASSWORD',
  sentinel: null,
  tls: true,
  readOnly: false,
  separators: [':'],
  group: 'live',
  tags: [],
  allowLoopback: false,
  allowPrivate: false,
}
const managed = {
  id: 'sandbox-test',
  lineId: line.lineId,
  name: 'lantern-test',
  host: '127.0.0.1',
  port: 7001,
  password: 'first',
  readOnly: true,
}

describeStored('connections of the settings file and the sandbox', connectionMigrations, (open) => {
  async function desk(secretBox = box) {
    const store = await open<ConnectionTables>()
    const said: object[] = []
    const deps = {
      store,
      secretBox,
      sockets: [],
      catalogue: () => ({ lines: [line], lineById: new Map([[line.lineId, line]]) }),
      warn: (detail: object) => said.push(detail),
    }
    const connections = new Connections({ ...deps, isOpen: () => false })
    const all = () => store.read.selectFrom('redis_connection').selectAll().orderBy('name').execute()
    const found = async (name: string) => {
      const row = (await all()).find((each) => each.name === name)!
      return connections.findConnection(line.lineId, row.id)
    }
    return { store, deps, said, connections, all, found }
  }

  test('are added by name, with the password of their variable, and never written over', async () => {
    const { store, deps, all, found, said } = await desk()
    await seedSettingsConnections(deps, [listed], { CACHE_PASSWORD: 'one' })
    expect(await found('cache')).toMatchObject({
      revision: 1,
      config: { host: 'redis.example.com', group: 'live', tls: { servername: '' } },
      secrets: { password: 'one' },
    })
    const [row] = await all()
    const config = JSON.stringify(plainConfig({ name: 'cache', host: 'other.example.com' }))
    await store.write((tx) => tx.updateTable('redis_connection').set({ config }).execute())
    await seedSettingsConnections(deps, [listed], { CACHE_PASSWORD: 'one' })
    expect(await all()).toEqual([{ ...row!, config }])
    await seedSettingsConnections(deps, [listed], { CACHE_PASSWORD: 'two' })
    expect(await found('cache')).toMatchObject({
      revision: 2,
      config: { host: 'other.example.com' },
      secrets: { password: 'two' },
    })
    expect(said).toEqual([])
  })

  test('a password people gave stays', async () => {
    const { store, deps, all, found } = await desk()
    await seedSettingsConnections(deps, [listed], { CACHE_PASSWORD: 'one' })
    const { id } = (await all())[0]!
    const secrets = JSON.stringify(sealSecrets({ ...NO_SECRETS, password: 'own' }, id, box))
    await store.write((tx) => tx.updateTable('redis_connection').set({ secrets, password_env: '' }).execute())
    await seedSettingsConnections(deps, [listed], { CACHE_PASSWORD: 'two' })
    expect((await found('cache')).secrets.password).toBe('own')
  })

  test('one that cannot be used is left out and told', async () => {
    const { deps, all, said } = await desk()
    const wrong = [
      { ...listed, name: 'a', lineId: 'nowhere' },
      { ...listed, name: 'b', host: '127.0.0.1' },
      { ...listed, name: 'c', passwordEnv: 'NOT_SET' },
      { ...listed, name: 'd', passwordEnv: '' },
    ]
    await seedSettingsConnections(deps, wrong, { CACHE_PASSWORD: 'one' })
    expect((await all()).map(({ name }) => name)).toEqual(['d'])
    expect(said).toMatchObject([
      { name: 'a', missing: 'line nowhere' },
      { name: 'b', code: 'redis_config_invalid', field: 'config.host' },
      { name: 'c', missing: 'variable NOT_SET' },
    ])
  })

  test('managed ones follow each start and keep what people named', async () => {
    const { store, deps, all, connections, found } = await desk()
    const news: (string | null)[] = []
    connections.whenChanged((id) => news.push(id))
    await seedManagedConnections(deps, [managed])
    await seedManagedConnections(deps, [managed])
    const [row] = await all()
    expect(row).toMatchObject({ is_managed: 1, revision: 1 })
    expect(await found('lantern-test')).toMatchObject({
      config: { host: '127.0.0.1', port: 7001, readOnly: true, allowLoopback: true },
      secrets: { password: 'first' },
    })
    const named = { ...plainConfig({ name: 'ours' }), ...JSON.parse(row!.config), name: 'ours', tags: ['x'] }
    const edit = { name: 'ours', config: JSON.stringify(named) }
    await store.write((tx) => tx.updateTable('redis_connection').set(edit).execute())
    await seedManagedConnections(deps, [{ ...managed, port: 7002, password: 'second' }])
    expect(await found('ours')).toMatchObject({
      revision: 2,
      config: { name: 'ours', port: 7002, tags: ['x'] },
      secrets: { password: 'second' },
    })
    await expect.poll(() => news, { timeout: 30_000 }).toEqual([managed.id])
  })

  test('nothing is seeded while the secrets are sealed', async () => {
    const { deps, all } = await desk(createSealedBox())
    await seedManagedConnections(deps, [managed])
    await seedSettingsConnections(deps, [listed], { CACHE_PASSWORD: 'one' })
    expect(await all()).toEqual([])
  })
})
