import { parseJsonText } from '@qd/canonical-json'
import type { Notice, NotificationKind } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import type { Words } from '@qd/contract-kit'
import { decideApprovals } from '../../contract/index.ts'
import type { ApprovalTables, StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { excludedBy, isAskedAt, personOf } from '../people/asked.ts'
import { revisionsOf, votesOf } from './find-request.ts'

export const TO_DECIDE: NotificationKind = {
  name: 'approvals.toDecide',
  level: 'info',
  heldBy: decideApprovals,
}
export const DECIDED: NotificationKind = { name: 'approvals.decided', level: 'info' }
export const EXECUTED: NotificationKind = { name: 'approvals.executed', level: 'info' }
export const OVERRIDDEN: NotificationKind = {
  name: 'approvals.overridden',
  level: 'warning',
  heldBy: decideApprovals,
}

/** A word of the notice that each reader gets in their own language. */
export function paramOf(words: Words): Notice['params'][string] {
  if (typeof words === 'string') return words
  if ('quantity' in words) return words.quantity
  if (!('key' in words)) return words
  const params = Object.entries(words.params ?? {}).map(([name, value]) => {
    return [name, typeof value === 'object' ? value.quantity : value] as const
  })
  return { text: words.key, params: Object.fromEntries(params) }
}

/** Accounts that are asked at the present stage; read before the write that tells them. */
export async function askedAccounts(
  deps: Pick<UseCaseDeps, 'callers' | 'groups' | 'holdersOf' | 'mayGive' | 'store'>,
  request: StoredRequest,
  more: { excluded?: readonly string[] } = {},
): Promise<string[]> {
  const { scope, environment } = request
  const [holders, revisions, votes] = await Promise.all([
    deps.holdersOf(decideApprovals, { scope, environment }),
    revisionsOf(deps, request.id),
    votesOf(deps, request.id),
  ])
  const out = new Set([...excludedBy(revisions), ...(more.excluded ?? [])])
  for (const vote of votes) if (vote.revision === request.revision) out.add(vote.person)
  const asked: string[] = []
  for (const id of holders) {
    const caller = await deps.callers.of(id)
    if (caller === null || out.has(personOf(caller))) continue
    if (await isAskedAt(deps, caller, request, request.stage)) asked.push(id)
  }
  return asked
}

/** Author and watchers. */
export async function followersOf(
  { store }: Pick<UseCaseDeps, 'store'>,
  request: Pick<StoredRequest, 'id' | 'owner_id'>,
  db: Kysely<ApprovalTables> = store.read,
): Promise<string[]> {
  const watchers = await db
    .selectFrom('approval_watcher')
    .select('user_id')
    .where('request_id', '=', request.id)
    .execute()
  return [...new Set([request.owner_id, ...watchers.map(({ user_id: id }) => id)])]
}

interface Told {
  kind: NotificationKind
  to: readonly string[]
  params: Notice['params']
}

/** Part of the write that it tells of. */
export async function tell(
  { notifications }: Pick<UseCaseDeps, 'notifications'>,
  tx: AnyTx,
  request: StoredRequest,
  { kind, to, params }: Told,
): Promise<void> {
  if (to.length === 0) return
  const title = paramOf(parseJsonText(request.title) as Words)
  const notice: Notice = {
    kind,
    params: { number: request.number, title, author: request.owner, ...params },
    page: `/releaseApply?id=${encodeURIComponent(request.id)}`,
    scope: request.scope,
    key: `${request.id}:${request.version}`,
  }
  await notifications.tell(tx, notice, to)
}

export const outcomeText = (outcome: string) => ({ text: `approvals.outcome.${outcome}` })
