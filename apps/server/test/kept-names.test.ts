import type { AccessTables } from '@qd/access/server'
import { permissionKey } from '@qd/contract-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

/*
 * Names that stand in databases, in audit rows whose hashes cover them, and in programs of others. A new one is added to
 * the file; an old one never changes, wherever its code moves.
 */

let running: TestConsole
beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running.dispose())

const listed = (names: Iterable<string>) => `${[...new Set(names)].toSorted().join('\n')}\n`

const of: Record<string, () => Iterable<string> | Promise<Iterable<string>>> = {
  permissions: () => running.catalogue().map((each) => `${permissionKey(each)} ${each.type}`),
  calls: () => {
    const routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
    return routes.map(({ method, path, title }) => `${method} ${path} = ${title}`)
  },
  channels: () =>
    running.features.flatMap(({ channels = [] }) => channels.map(({ channel }) => channel.name)),
  jobs: () => running.features.flatMap(({ jobs = [] }) => jobs.map(({ job }) => job.name)),
  // In their order: it is that of application.
  migrations: () => migrations.map(({ name }, at) => `${String(at).padStart(3, '0')} ${name}`),
  tables: async () => (await running.store.read.introspection.getTables()).map(({ name }) => name),
  roles: async () => {
    const rows = await running.store
      .as<AccessTables>()
      .read.selectFrom('role')
      .innerJoin('role_permission', 'role_permission.role_id', 'role.id')
      .where('role.built_in', '=', 1)
      .select(['role.code', 'role_permission.permission_key as key'])
      .execute()
    return rows.map(({ code, key }) => `${code} ${key}`)
  },
}

test.for(Object.entries(of))('%s', async ([what, names]) => {
  await expect(listed(await names())).toMatchFileSnapshot(`kept-names/${what}.txt`)
})
