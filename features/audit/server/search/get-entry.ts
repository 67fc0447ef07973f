import { AppError } from '@qd/contract-kit'
import { auditErrors, readAudit } from '../../contract/index.ts'
import type { AuditDetail } from '../../contract/index.ts'
import { filterParts } from './entry-filter.ts'
import type { Reader } from './list-entries.ts'
import { nameEntries } from './name-entries.ts'
import type { BareEntry } from './name-entries.ts'
import { detailOf, outcomeDetail, readEntries } from './read-entries.ts'
import type { WholeEntry } from './read-entries.ts'
import type { SearchDeps } from './search-deps.ts'
import { isVisible, visibleScopes } from './visible-scopes.ts'
import type { VisibleScopes } from './visible-scopes.ts'

const MOST_OF_REQUEST = 20
const AROUND = 5

async function neighboursOf(
  deps: SearchDeps,
  { seq, requestId, sessionId }: BareEntry,
  visible: VisibleScopes,
): Promise<number[]> {
  const among = (query: { requestId?: string; sessionId?: string }) =>
    deps.store.read
      .selectFrom('audit_search')
      .select('seq')
      .where('seq', '<>', seq)
      .where((eb) => eb.and(filterParts(eb, { ...query, visible }, deps.nowMs())))
  const ofRequest =
    requestId === '' ? [] : await among({ requestId }).orderBy('seq', 'desc').limit(MOST_OF_REQUEST).execute()
  const ofSession = among({ sessionId })
  const around =
    sessionId === ''
      ? []
      : [
          ...(await ofSession.where('seq', '>', seq).orderBy('seq').limit(AROUND).execute()),
          ...(await ofSession.where('seq', '<', seq).orderBy('seq', 'desc').limit(AROUND).execute()),
        ]
  return [...new Set([...ofRequest, ...around].map((row) => row.seq))].toSorted((a, b) => b - a)
}

function outcomeOf({ outcome }: WholeEntry): AuditDetail['outcome'] {
  if (outcome === null) return null
  return { seq: outcome.seq, at: outcome.at, detail: outcomeDetail(outcome), hash: outcome.hash }
}

/**
 * A whole entry, read from the chain alone; what the caller may not see is as missing as what never was. Only its
 * neighbours are looked for.
 */
export async function getEntry(
  deps: SearchDeps,
  seq: number,
  { caller, lang }: Reader,
): Promise<AuditDetail> {
  const visible = visibleScopes(caller, readAudit, deps.lines())
  const [whole] = await readEntries(deps.store, [seq], deps.nowMs())
  if (whole === undefined || !isVisible(whole.row.scope, visible)) {
    throw new AppError(auditErrors.audit_entry_not_found)
  }
  await deps.index.catchUp()
  const neighbours = await readEntries(
    deps.store,
    await neighboursOf(deps, whole.listed, visible),
    deps.nowMs(),
  )
  const all = [whole, ...neighbours].map((each) => each.listed)
  const [listed, ...around] = await nameEntries(deps, all, lang)
  return {
    ...listed!,
    address: whole.written.entry?.address ?? '',
    detail: detailOf(whole),
    outcome: outcomeOf(whole),
    prevHash: whole.row.prev_hash,
    hash: whole.row.hash,
    neighbours: around,
  }
}
