import { scopeCovers } from '@qd/contract-kit'
import { UNUSED_DAYS, USES_DAYS } from '../../contract/index.ts'
import type { RightUse, UsagePort, UseCaseDeps } from '../access-deps.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessModel } from '../model/access-model.ts'
import { expand } from '../model/held-rights.ts'

const DAY_MS = 86_400_000
/** Accounts that are asked for at once. */
const AT_ONCE = 100

/** When rights were last needed. */
export interface LastUse {
  use: 'used' | 'unused' | 'new' | 'unknown'
  usedAt: number | null
}

/** A grant with when it came to its holder; null: before that was kept. */
export interface AgedGrant {
  grant: RoleGrant
  givenAt: number | null
}

/** What these accounts did, by account. */
export async function usesOf(
  { usage, nowMs }: Pick<UseCaseDeps, 'usage' | 'nowMs'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RightUse[]>> {
  const sinceMs = nowMs() - USES_DAYS * DAY_MS
  const found: RightUse[] = []
  for (let at = 0; at < userIds.length; at += AT_ONCE) {
    found.push(...(await usage.lastUses(userIds.slice(at, at + AT_ONCE), sinceMs)))
  }
  return Map.groupBy(found, ({ userId }) => userId)
}

/** A call about no place of its own counts for each: calls about people and roles have none. */
const isAt = (grant: RoleGrant, scope: string) => scope === '*' || scopeCovers(grant.scope, scope)

/** The last call that needed one of these grants, among what its holders did. */
export function lastUse(
  model: AccessModel,
  seen: ReturnType<UsagePort['seen']>,
  { grants, uses, nowMs }: { grants: readonly AgedGrant[]; uses: readonly RightUse[]; nowMs: number },
): LastUse {
  let usedAt: number | null = null
  let isSeen = false
  const edge = nowMs - UNUSED_DAYS * DAY_MS
  let isOld = false
  for (const { grant, givenAt } of grants) {
    isOld ||= givenAt === null || givenAt <= edge
    const { codes } = expand(model, grant)
    const all = codes.includes('*')
    const held = new Set(codes)
    isSeen ||= all || codes.some((code) => seen.has(code))
    for (const { permission, scope, at } of uses) {
      // What was done before came from another grant.
      if (at < (givenAt ?? 0) || at <= (usedAt ?? 0)) continue
      if (!(all || held.has(permission)) || !isAt(grant, scope)) continue
      usedAt = at
    }
  }
  if (usedAt !== null && usedAt >= edge) return { use: 'used', usedAt }
  if (!isSeen) return { use: 'unknown', usedAt }
  return { use: isOld ? 'unused' : 'new', usedAt }
}
