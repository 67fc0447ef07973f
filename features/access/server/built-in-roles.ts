import { permissionKey } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'

interface BuiltInRole {
  code: string
  name: string
  keys(catalogue: readonly string[]): readonly string[]
}

export const SUPER_ROLE = 'ROLE_ADMIN'

const READING = /\.read$/
const OPERATING = [
  'index.player.read',
  'index.player.create',
  'index.data.read',
  'index.data.edit',
  'index.data.undo',
  'index.data.bulk',
  'index.data.snapshot',
  'dataModify.function.run',
  'dataModify.function.job',
]
const TOOLS = [
  'index.data.edit.sensitive',
  'mock.simulator.read',
  'mock.simulator.hash',
  'dataModify.function.run.high',
  'dataModify.function.manage',
]
const LOOKING = ['index.player.read', 'index.data.read']

/** Roles every console has. Only ROLE_ADMIN (S6.01) holds the wildcard: it also covers what comes later. */
const BUILT_IN: readonly BuiltInRole[] = [
  { code: SUPER_ROLE, name: '超级管理员', keys: () => ['*'] },
  { code: 'admin', name: '管理员', keys: (catalogue) => catalogue },
  { code: 'operator', name: '运营', keys: () => OPERATING },
  { code: 'developer', name: '研发', keys: () => [...OPERATING, ...TOOLS] },
  { code: 'reviewer', name: '审核', keys: (catalogue) => catalogue.filter((key) => READING.test(key)) },
  { code: 'reader', name: '只读', keys: () => LOOKING },
]

/** Creates the built-in roles and brings their permissions in line with this program's catalogue; repeatable. */
export async function ensureBuiltInRoles(
  store: Store<AccessTables>,
  catalogue: readonly PermissionTriple[],
): Promise<void> {
  const known = [...new Set(catalogue.map(permissionKey))]
  await store.write(
    async (tx) => {
      await moveStamp(tx)
      for (const role of BUILT_IN) await ensureRole(tx, role, known)
    },
    { inReserve: true },
  )
}

async function ensureRole(
  tx: Kysely<AccessTables>,
  role: BuiltInRole,
  known: readonly string[],
): Promise<void> {
  const { code, name } = role
  await tx
    .insertInto('role')
    .values({ id: uuidv7(), code, name, built_in: 1 })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ built_in: 1 }))
    .execute()
  const { id } = await tx.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const keys = role.keys(known).filter((key) => key === '*' || known.includes(key))
  await tx.deleteFrom('role_permission').where('role_id', '=', id).execute()
  if (keys.length === 0) return
  await tx
    .insertInto('role_permission')
    .values(keys.map((permission_key) => ({ role_id: id, permission_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
