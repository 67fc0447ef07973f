import { AppError } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { auditErrors, readAudit } from '../../contract/index.ts'
import type { AuditDetail } from '../../contract/index.ts'
import type { SearchRow } from '../audit-tables.ts'
import { filterParts } from './entry-filter.ts'
import { entryQuery } from './entry-query.ts'
import { nameTargets } from './name-targets.ts'
import { detailOf, outcomeDetail, readEntries } from './read-entries.ts'
import type { WholeEntry } from './read-entries.ts'
import type { SearchDeps } from './search-deps.ts'
import type { VisibleScopes } from './visible-scopes.ts'

const MOST_OF_REQUEST = 20
const AROUND = 5

async function neighboursOf(
  deps: SearchDeps,
  found: SearchRow,
  visible: VisibleScopes,
): Promise<SearchRow[]> {
  const among = (query: { requestId?: string; sessionId?: string }) =>
    deps.store.read
      .selectFrom('audit_search')
      .selectAll()
      .where('seq', '<>', found.seq)
      .where((eb) => eb.and(filterParts(eb, { ...query, visible }, deps.nowMs())))
  const ofRequest =
    found.request_id === ''
      ? []
      : await among({ requestId: found.request_id }).orderBy('seq', 'desc').limit(MOST_OF_REQUEST).execute()
  const ofSession = among({ sessionId: found.session_id })
  const around =
    found.session_id === ''
      ? []
      : [
          ...(await ofSession.where('seq', '>', found.seq).orderBy('seq').limit(AROUND).execute()),
          ...(await ofSession.where('seq', '<', found.seq).orderBy('seq', 'desc').limit(AROUND).execute()),
        ]
  const bySeq = new Map([...ofRequest, ...around].map((row) => [row.seq, row]))
  return [...bySeq.values()].toSorted((a, b) => b.seq - a.seq)
}

function outcomeOf({ outcome }: WholeEntry): AuditDetail['outcome'] {
  if (outcome === null) return null
  return { seq: outcome.seq, at: outcome.at, detail: outcomeDetail(outcome), hash: outcome.hash }
}

/** A whole entry; what the caller may not see is as missing as what never was. */
export async function getEntry(deps: SearchDeps, caller: Caller, seq: number): Promise<AuditDetail> {
  await deps.index.catchUp()
  const query = await entryQuery(deps, {}, caller, readAudit)
  const found = await deps.store.read
    .selectFrom('audit_search')
    .selectAll()
    .where('seq', '=', seq)
    .where((eb) => eb.and(filterParts(eb, query, deps.nowMs())))
    .executeTakeFirst()
  const [whole] = found === undefined ? [] : await readEntries(deps.store, [found], deps.nowMs())
  if (found === undefined || whole === undefined) throw new AppError(auditErrors.audit_entry_not_found)
  const neighbours = await readEntries(
    deps.store,
    await neighboursOf(deps, found, query.visible),
    deps.nowMs(),
  )
  const [listed = whole.listed, ...around] = await nameTargets(deps, [
    whole.listed,
    ...neighbours.map((each) => each.listed),
  ])
  return {
    ...listed,
    address: whole.written.entry?.address ?? '',
    detail: detailOf(whole),
    outcome: outcomeOf(whole),
    prevHash: whole.row.prev_hash,
    hash: whole.row.hash,
    neighbours: around,
  }
}
