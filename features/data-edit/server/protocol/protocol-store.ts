import { parseProtocol } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { Store } from '@qd/store'
import type { DataEditTables } from '../tables.ts'

export interface KnownProtocol {
  md5: string
  protocol: ProtocolDefinition
}

/** The last good definition of a server as an earlier process left it. */
export async function loadProtocol(
  store: Store<DataEditTables>,
  serverKey: string,
): Promise<KnownProtocol | null> {
  const row = await store.read
    .selectFrom('protocol_definition')
    .select(['md5', 'definition'])
    .where('server_key', '=', serverKey)
    .executeTakeFirst()
  if (row === undefined) return null
  const parsed = parseProtocol(row.definition)
  // Limits may have become stricter since it was stored.
  return parsed.ok ? { md5: row.md5, protocol: parsed.protocol } : null
}

export async function keepProtocol(
  store: Store<DataEditTables>,
  serverKey: string,
  known: KnownProtocol & { at: number },
): Promise<void> {
  const { diffInfos, protocols, leftOut } = known.protocol
  const fresh = {
    md5: known.md5,
    definition: JSON.stringify({ diffInfos, protocols, leftOut }),
    at: known.at,
  }
  await store.write((tx) =>
    tx
      .insertInto('protocol_definition')
      .values({ server_key: serverKey, ...fresh })
      .onConflict((conflict) => conflict.column('server_key').doUpdateSet(fresh))
      .execute(),
  )
}
