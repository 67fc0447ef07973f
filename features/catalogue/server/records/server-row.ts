import { AppError } from '@qd/contract-kit'
import type { SecretBox } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import { STANDARD_ADAPTER } from '../standard-adapter.ts'
import { hashKeyPlace } from '../load/sealed-server.ts'
import type { ServerRow } from '../tables.ts'
import type { Connection } from './check-connection.ts'

export interface ServerValues extends Connection {
  serviceName: string
  openedAt: number | null
  enabled: boolean
  labels?: readonly string[] | undefined
}

const flag = (isOn: boolean) => (isOn ? 1 : 0)

/** The key as stored: a new one sealed for this server, else the one that is there. */
function storedKey(values: ServerValues, key: string, stored: ServerRow | undefined, box: SecretBox): string {
  if (values.hashKey !== undefined) return box.seal(values.hashKey, hashKeyPlace(key))
  return stored?.hash_key ?? ''
}

/** The adapter asked for; who names none leaves it as it is. */
export function adapterOf(values: Pick<Connection, 'adapter'>, stored: ServerRow | undefined): string {
  return values.adapter ?? stored?.adapter ?? STANDARD_ADAPTER
}

/** A list as stored; who names none leaves it as it is. */
const storedList = (given: readonly string[] | undefined, stored: string | undefined): string =>
  given === undefined ? (stored ?? '[]') : JSON.stringify([...new Set(given)])

/** The columns people edit; throws `catalogue_key_missing` for a server switched on without a key. */
export function serverColumns(
  values: ServerValues,
  key: string,
  stored: ServerRow | undefined,
  box: SecretBox,
) {
  if (values.enabled && values.hashKey === undefined && (stored?.hash_key ?? '') === '') {
    throw new AppError(catalogueErrors.catalogue_key_missing, { field: 'hashKey' })
  }
  return {
    service_name: values.serviceName,
    opened_at: values.openedAt,
    api_url: values.apiUrl,
    server_id: values.serverId,
    key_id: values.keyId,
    hash_key: storedKey(values, key, stored, box),
    ws: values.ws,
    codec: JSON.stringify(values.codec),
    adapter: adapterOf(values, stored),
    labels: storedList(values.labels, stored?.labels),
    open_addresses: storedList(values.openAddresses, stored?.open_addresses),
    allow_plain: flag(values.allowPlain),
    allow_private: flag(values.allowPrivate),
    allow_loopback: flag(values.allowLoopback),
    enabled: flag(values.enabled),
  }
}

/** Whether the change reaches into how the console speaks to the server. */
export function changesConnection(values: ServerValues, stored: ServerRow): boolean {
  return (
    values.hashKey !== undefined ||
    adapterOf(values, stored) !== stored.adapter ||
    storedList(values.openAddresses, stored.open_addresses) !== stored.open_addresses ||
    values.apiUrl !== stored.api_url ||
    values.serverId !== stored.server_id ||
    values.keyId !== stored.key_id ||
    values.ws !== stored.ws ||
    flag(values.allowPlain) !== stored.allow_plain ||
    flag(values.allowPrivate) !== stored.allow_private ||
    flag(values.allowLoopback) !== stored.allow_loopback ||
    flag(values.enabled) !== stored.enabled
  )
}
