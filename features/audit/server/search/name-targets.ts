import type { AuditListEntry } from '../../contract/index.ts'
import type { SearchDeps } from './search-deps.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Puts the names of today beside targets that are ids; what is gone keeps its id alone. */
export async function nameTargets(
  { namesOf }: Pick<SearchDeps, 'namesOf'>,
  entries: readonly AuditListEntry[],
): Promise<AuditListEntry[]> {
  const ids = [...new Set(entries.map(({ target }) => target).filter((target) => ID.test(target)))]
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(ids)
  return entries.map((entry) => ({ ...entry, targetName: names.get(entry.target) ?? '' }))
}
