import { uuidv7 } from '@qd/server-kit'
import type { AuditEntry } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { RIGHT_ENDED } from '../contract/index.ts'
import type { RoleGrant } from '../contract/index.ts'
import type { UseCaseDeps } from './access-deps.ts'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'
import { inWords } from './change-grants.ts'
import { membersBelow } from './model/held-rights.ts'
import { loadModel } from './model/load-model.ts'
import { resourceOf } from './resource-columns.ts'

type Db = Kysely<AccessTables>
type EndingDeps = Pick<UseCaseDeps, 'store' | 'access' | 'audit' | 'narrowing' | 'nowMs'>
type Holder = { kind: 'user' | 'group'; id: string }

/** Another node was first. */
class NothingLeft extends Error {}

/** Whose grants or memberships are over. */
async function holdersOfEnded({ read }: UseCaseDeps['store'], atMs: number): Promise<Holder[]> {
  const [roles, joined, groups] = await Promise.all([
    read.selectFrom('user_role').select('user_id').where('ends_at', '<=', atMs).execute(),
    read.selectFrom('user_group_member').select('user_id').where('ends_at', '<=', atMs).execute(),
    read.selectFrom('group_role').select('group_id').where('ends_at', '<=', atMs).execute(),
  ])
  const users = new Set([...roles, ...joined].map((row) => row.user_id))
  const ids = new Set(groups.map((row) => row.group_id))
  return [
    ...Array.from(users, (id): Holder => ({ kind: 'user', id })),
    ...Array.from(ids, (id): Holder => ({ kind: 'group', id })),
  ]
}

const RETURNED = ['role_id', 'scope', 'environment', 'resource_kind', 'resource_pattern', 'ends_at'] as const

/** Takes the rows of one holder that are over; gives them in the words of the audit. */
async function takeEnded(tx: Db, { kind, id }: Holder, atMs: number) {
  const roles =
    kind === 'user'
      ? tx.deleteFrom('user_role').where('user_id', '=', id)
      : tx.deleteFrom('group_role').where('group_id', '=', id)
  const taken = await roles.where('ends_at', '<=', atMs).returning(RETURNED).execute()
  const left =
    kind === 'group'
      ? []
      : await tx
          .deleteFrom('user_group_member')
          .where('user_id', '=', id)
          .where('ends_at', '<=', atMs)
          .returning('group_id')
          .execute()
  if (taken.length + left.length === 0) throw new NothingLeft('its end is written already')
  const [codes, names] = await Promise.all([
    tx.selectFrom('role').select(['id', 'code']).execute(),
    tx.selectFrom('user_group').select(['id', 'name']).execute(),
  ])
  const grants = taken.map((row): RoleGrant => ({
    role: codes.find((role) => role.id === row.role_id)?.code ?? row.role_id,
    scope: row.scope,
    environment: row.environment,
    ...resourceOf(row),
    ...(row.ends_at === null ? {} : { until: row.ends_at }),
  }))
  return {
    grants: inWords(grants),
    groups: left.map((row) => names.find((group) => group.id === row.group_id)?.name ?? row.group_id),
    scope: grants.length === 1 ? (grants[0]?.scope ?? '*') : '*',
  }
}

/** The console's own row: nobody took it. */
function entryOf({ kind, id }: Holder, ended: Awaited<ReturnType<typeof takeEnded>>): AuditEntry {
  return {
    requestId: `ended:${uuidv7()}`,
    actorId: '',
    actor: '',
    sessionId: '',
    address: '',
    action: RIGHT_ENDED,
    risk: 'R1',
    scope: ended.scope,
    target: id,
    reason: '',
    detail: {
      holder: kind,
      ...(ended.grants.length === 0 ? {} : { grants: ended.grants }),
      ...(ended.groups.length === 0 ? {} : { groups: ended.groups }),
    },
  }
}

async function endOne(deps: EndingDeps, holder: Holder, atMs: number): Promise<void> {
  const { access, audit } = deps
  const { kind, id } = holder
  const concerned = kind === 'user' ? [id] : membersBelow(await loadModel(deps), id)
  let ended: Awaited<ReturnType<typeof takeEnded>> | undefined
  const change = async (tx: AnyTx) => {
    const db: Db = tx
    ended = await takeEnded(db, holder, atMs)
    await moveStamp(db)
    access.announceChanges(tx, concerned)
  }
  const entry = () => {
    if (ended === undefined) throw new Error('its row is asked for before its change')
    return entryOf(holder, ended)
  }
  try {
    await audit.commit(entry, change)
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error
  }
}

/**
 * Removes grants and memberships whose time is over. Nothing gives a right from them any more: this tells open pages, on
 * every node, and the audit that each has ended.
 */
export async function endRights(deps: EndingDeps): Promise<void> {
  const atMs = deps.nowMs()
  for (const holder of await holdersOfEnded(deps.store, atMs)) await endOne(deps, holder, atMs)
}
