import type { Caller } from '@qd/server-kit'
import { readAudit } from '../../contract/index.ts'
import type { AuditFilter, AuditListEntry } from '../../contract/index.ts'
import type { EntryQuery } from './entry-filter.ts'
import { entryQuery } from './entry-query.ts'
import { nameTargets } from './name-targets.ts'
import { readEntries } from './read-entries.ts'
import type { SearchDeps } from './search-deps.ts'
import { searchEntries } from './search-entries.ts'

const LIMIT = 50

interface Paging {
  before?: number
  after?: number
  limit?: number
}

interface Page {
  list: AuditListEntry[]
  next: number | null
  searchedTo: number | null
}

async function pageOf(deps: SearchDeps, query: EntryQuery, paging: Paging): Promise<Page> {
  const nowMs = deps.nowMs()
  await deps.index.catchUp()
  const { before, after, limit = LIMIT } = paging
  const { rows, ...end } = await searchEntries(deps.store, { query, before, after, limit, nowMs })
  const entries = await readEntries(
    deps.store,
    rows.map(({ seq }) => seq),
    nowMs,
  )
  const list = await nameTargets(
    deps,
    entries.map(({ listed }) => listed),
  )
  return { list, ...end }
}

/** One page of what the caller may see and asks for. */
export async function listEntries(
  deps: SearchDeps,
  { before, after, limit, ...filter }: AuditFilter & Paging,
  caller: Caller,
): Promise<Page> {
  return pageOf(deps, await entryQuery(deps, filter, caller, readAudit), { before, after, limit })
}

/** One page of the caller's own rows, whatever their grants: what they did is no secret to them. */
export function listMine(deps: SearchDeps, paging: Paging, caller: Caller): Promise<Page> {
  return pageOf(deps, { actorId: caller.userId, visible: null }, paging)
}
