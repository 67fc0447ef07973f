import type { Language } from '@qd/i18n'
import type { Caller } from '@qd/server-kit'
import { readAudit } from '../../contract/index.ts'
import type { AuditFilter, AuditListEntry } from '../../contract/index.ts'
import type { EntryQuery } from './entry-filter.ts'
import { entryQuery } from './entry-query.ts'
import { nameEntries } from './name-entries.ts'
import { readEntries } from './read-entries.ts'
import type { SearchDeps } from './search-deps.ts'
import { searchEntries } from './search-entries.ts'

const LIMIT = 50

/** Who asks, and in which language. */
export interface Reader {
  caller: Caller
  lang: Language
}

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

async function pageOf(deps: SearchDeps, query: EntryQuery, paging: Paging, lang: Language): Promise<Page> {
  const nowMs = deps.nowMs()
  await deps.index.catchUp()
  const { before, after, limit = LIMIT } = paging
  const { rows, ...end } = await searchEntries(deps.store, { query, before, after, limit, nowMs })
  const entries = await readEntries(
    deps.store,
    rows.map(({ seq }) => seq),
    nowMs,
  )
  const list = await nameEntries(
    deps,
    entries.map(({ listed }) => listed),
    lang,
  )
  return { list, ...end }
}

/** One page of what the caller may see and asks for. */
export async function listEntries(
  deps: SearchDeps,
  { before, after, limit, ...filter }: AuditFilter & Paging,
  { caller, lang }: Reader,
): Promise<Page> {
  return pageOf(deps, await entryQuery(deps, filter, caller, readAudit), { before, after, limit }, lang)
}

/** One page of the caller's own rows, whatever their grants: what they did is no secret to them. */
export function listMine(deps: SearchDeps, paging: Paging, { caller, lang }: Reader): Promise<Page> {
  return pageOf(deps, { actorId: caller.userId, visible: null }, paging, lang)
}
