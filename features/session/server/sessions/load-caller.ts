import { parseJsonText } from '@qd/canonical-json'
import { intersectGrants } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { AccessPort } from '../session-deps.ts'
import { IDLE_MS } from './session-limits.ts'
import type { SessionTables } from '../session-tables.ts'

interface LoadDeps {
  store: Store<SessionTables>
  access: Pick<AccessPort, 'rightsOf'>
  /** Every account must have a second factor. */
  requiresSecondFactor: boolean
}

type SessionKind = SessionTables['session']['kind']

/** Who stands behind a token, and for how long. */
export interface LoadedCaller {
  /** Hash of the token. */
  readonly key: string
  readonly caller: Caller
  readonly expiresAt: number
  /** When the first of their rights ends by itself: then they are read again. */
  readonly rightsUntil: number | null
  lastSeenAt: number
  /** Unused for this long it ends; null: never. */
  readonly idleMs: number | null
}

/** What a preview is limited to; roles only decide which pages are shown. */
export interface PreviewLimits {
  roles: readonly string[]
  grants: readonly Grant[]
}

interface KindRow {
  kind: SessionKind
  must_use_second_factor: number
  factor_of: string | null
  external_of: string | null
}

/**
 * What the session is good for now: asked for a second factor they do not have, its user may set one up and nothing else,
 * whenever they signed in. The identity provider asks for factors itself. Null: a preview, which can set up nothing.
 */
function kindNow(row: KindRow, requiresSecondFactor: boolean): SessionKind | null {
  const isForced = requiresSecondFactor || row.must_use_second_factor === 1
  if (!isForced || row.factor_of !== null || row.external_of !== null) return row.kind
  return row.kind === 'preview' ? null : 'pending'
}

interface SessionRow extends KindRow {
  id: string
  token_hash: string
  user_id: string
  expires_at: number
  last_seen_at: number
  label: string
  limits: string | null
  second_factor_at: number | null
  username: string
  name: string
  person_id: string
}

/** Asked for every session whose rights may have changed: written out, since building it takes longer than running it. */
const sessionBy = (column: string) => {
  const text = (mark: string) => `select session.id, session.token_hash, session.user_id, session.expires_at,
  session.last_seen_at, session.kind, session.label, session.limits, session.second_factor_at,
  user_account.username, user_account.name, user_account.person_id, user_account.must_use_second_factor,
  (select user_id from second_factor where second_factor.user_id = session.user_id
    and confirmed_at is not null) as factor_of,
  (select user_id from external_identity where external_identity.user_id = session.user_id) as external_of
  from session join user_account on user_account.id = session.user_id
  where user_account.disabled = 0 and session.revoked_at is null and session.${column} = ${mark}`
  return { sqlite: text('?'), postgres: text('$1') }
}
const SESSION_BY_ID = sessionBy('id')
const SESSION_BY_TOKEN = sessionBy('token_hash')

/** The caller of a session that is not revoked, of an account that is not disabled. */
export async function loadSessionCaller(
  { store, access, requiresSecondFactor }: LoadDeps,
  where: { id: string } | { tokenHash: string },
): Promise<LoadedCaller | null> {
  const isById = 'id' in where
  const row = await store
    .statement<[string], SessionRow>(isById ? SESSION_BY_ID : SESSION_BY_TOKEN)
    .get(store.read, [isById ? where.id : where.tokenHash])
  const kind = row === undefined ? null : kindNow(row, requiresSecondFactor)
  if (row === undefined || kind === null) return null
  const limits = row.limits === null ? null : (parseJsonText(row.limits) as PreviewLimits)
  const own = await access.rightsOf(row.user_id)
  return {
    key: row.token_hash,
    caller: {
      userId: row.user_id,
      username: row.username,
      name: row.name,
      personId: row.person_id,
      sessionId: row.id,
      ...rightsFor(kind, own, limits),
      kind,
      isReadOnly: kind === 'preview',
      label: row.label,
      secondFactorAt: row.second_factor_at,
      expiresAt: row.expires_at,
    },
    expiresAt: row.expires_at,
    rightsUntil: own.endsAt,
    lastSeenAt: row.last_seen_at,
    idleMs: IDLE_MS,
  }
}

function rightsFor(
  kind: SessionKind,
  own: { roles: readonly string[]; grants: readonly Grant[] },
  limits: PreviewLimits | null,
): { roles: readonly string[]; grants: readonly Grant[] } {
  if (kind === 'full') return { roles: own.roles, grants: own.grants }
  if (kind === 'pending' || limits === null) return { roles: [], grants: [] }
  // ROLE_ADMIN opens more than its grants; nobody gets it by looking at it.
  const roles = limits.roles.filter((role) => role !== 'ROLE_ADMIN' || own.roles.includes(role))
  return { roles, grants: intersectGrants(own.grants, limits.grants) }
}

/** The caller of an API token that is not revoked: its user with the rights that both hold, and no role. */
export async function loadTokenCaller(
  { store, access }: Pick<LoadDeps, 'store' | 'access'>,
  where: { id: string } | { tokenHash: string },
): Promise<LoadedCaller | null> {
  const row = await store.read
    .selectFrom('api_token')
    .innerJoin('user_account', 'user_account.id', 'api_token.user_id')
    .select(['api_token.id', 'api_token.token_hash', 'api_token.user_id', 'api_token.limits'])
    .select(['api_token.expires_at', 'api_token.last_used_at', 'api_token.name as label'])
    .select('api_token.acts_alone')
    .select(['user_account.username', 'user_account.name', 'user_account.person_id'])
    .where('api_token.revoked_at', 'is', null)
    .where('user_account.disabled', '=', 0)
    .where((eb) =>
      'id' in where ? eb('api_token.id', '=', where.id) : eb('api_token.token_hash', '=', where.tokenHash),
    )
    .executeTakeFirst()
  if (row === undefined) return null
  const { grants, endsAt } = await access.rightsOf(row.user_id)
  return {
    key: row.token_hash,
    caller: {
      userId: row.user_id,
      username: row.username,
      name: row.name,
      personId: row.person_id,
      sessionId: row.id,
      roles: [],
      grants: intersectGrants(grants, parseJsonText(row.limits) as Grant[]),
      kind: 'token',
      label: row.label,
      actsAlone: row.acts_alone === 1,
      secondFactorAt: null,
      expiresAt: row.expires_at,
    },
    expiresAt: row.expires_at,
    rightsUntil: endsAt,
    lastSeenAt: row.last_used_at ?? 0,
    idleMs: null,
  }
}
