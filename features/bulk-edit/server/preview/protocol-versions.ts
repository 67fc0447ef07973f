import { AppError } from '@qd/contract-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import { bulkEditErrors } from '../../contract/index.ts'
import type { BulkSet } from '../../contract/index.ts'
import type { UseCaseDeps, KnownProtocol } from '../bulk-edit-deps.ts'
import { refuseWrongSet } from './bulk-set.ts'
import type { ScannedList } from '../list/scan-list.ts'

/** Servers of a list that have one and the same definition. */
export interface ProtocolVersion extends KnownProtocol {
  servers: CatalogueServer[]
}

/** Most servers named in a sentence. */
const NAMED = 5

const nameOf = ({ sId, serviceName }: CatalogueServer): string => `S${sId} ${serviceName}`

/** The definitions of the list's servers; throws the failure of one that never told its own. */
export async function protocolVersions(
  { edits }: Pick<UseCaseDeps, 'edits'>,
  { servers }: Pick<ScannedList, 'servers'>,
): Promise<ProtocolVersion[]> {
  const known = await Promise.all(
    [...servers.values()].map(async ({ server }) => ({ server, ...(await edits.protocolOf(server)) })),
  )
  const versions = Map.groupBy(known, ({ md5 }) => md5)
  return [...versions.values()].map((own) => ({ ...own[0]!, servers: own.map(({ server }) => server) }))
}

/** Refuses a set that is wrong for every player of a version; where others have another one, their servers are named. */
export function refuseWrongVersion(
  versions: readonly ProtocolVersion[],
  set: BulkSet,
  text: CallContext['text'],
): void {
  for (const { protocol, servers } of versions) {
    try {
      refuseWrongSet(protocol, set, text)
    } catch (error) {
      if (!(error instanceof AppError) || versions.length === 1) throw error
      const more = servers.length > NAMED ? ` +${servers.length - NAMED}` : ''
      const named = servers.slice(0, NAMED).map(nameOf).join(', ') + more
      const msg = text('bulk.stop.at_servers', { msg: String(error.params['msg']), servers: named })
      const details = { servers: servers.map(({ sId }) => sId) }
      throw new AppError(bulkEditErrors.bulk_set_refused, { field: error.field, params: { msg }, details })
    }
  }
}
