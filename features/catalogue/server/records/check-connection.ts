import { parseJsonText } from '@qd/canonical-json'
import { AppError, fieldInvalid } from '@qd/contract-kit'
import type { z } from '@qd/contract-kit'
import { DialError } from '@qd/game-contract/adapter'
import { previewFrame, readDescriptor } from '@qd/game-frame'
import { checkUrl, isAddressList } from '@qd/server-kit'
import type { Adapters } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { connectionFields } from '../../contract/index.ts'
import type { ServerRow } from '../tables.ts'

/** The connection of a server as a form or a file gives it. */
export type Connection = z.output<z.ZodMiniObject<typeof connectionFields>> & {
  hashKey?: string | undefined
  /** Where the server may call from; empty: anywhere. */
  openAddresses?: readonly string[] | undefined
}

export interface ConnectionRights {
  mayEditSecrets: boolean
  mayAllowNetworks: boolean
}

/** Spaces, tabs and backslashes are dropped or turned by URL parsers, so that eyes and machine differ. */
const UNCLEAR = /[\s\\\p{Cc}]/u

function invalid(field: string, problem: string): AppError {
  return new AppError(catalogueErrors.catalogue_address_invalid, {
    field,
    params: { problem: { text: `address.${problem}` } },
  })
}

function closed(field: string, problem: string): AppError {
  return new AppError(catalogueErrors.catalogue_address_closed, {
    field,
    params: { problem: { text: `address.${problem}` } },
  })
}

/** Whether the address could be dialled under the flags; names can only be judged when they are resolved. */
function isDialled(
  text: string,
  protocols: readonly string[],
  rule: Parameters<typeof checkUrl>[1],
): boolean {
  try {
    checkUrl(text, rule, protocols, [])
    return true
  } catch (error) {
    if (error instanceof DialError) return false
    throw error
  }
}

function checkAddress(field: 'apiUrl' | 'ws', connection: Connection): void {
  const text = connection[field]
  const [secure, plain] = field === 'apiUrl' ? ['https:', 'http:'] : ['wss:', 'ws:']
  const url = UNCLEAR.test(text) ? null : URL.parse(text)
  if (url === null || (url.protocol !== secure && url.protocol !== plain)) {
    throw invalid(field, field === 'apiUrl' ? 'http' : 'ws')
  }
  if (url.username !== '' || url.password !== '') throw invalid(field, 'user')
  if (field === 'apiUrl' && (url.search !== '' || url.hash !== '')) throw invalid(field, 'query')
  if (url.protocol === plain && !connection.allowPlain) throw closed(field, 'plain')
  const { allowLoopback, allowPrivate } = connection
  const protocols = [secure, plain]
  if (isDialled(text, protocols, { allowLoopback, allowPrivate })) return
  if (isDialled(text, protocols, { allowLoopback: true, allowPrivate })) throw closed(field, 'loopback')
  if (isDialled(text, protocols, { allowLoopback, allowPrivate: true })) throw closed(field, 'private')
  throw closed(field, 'never')
}

/** A record may keep a name this console does not know, and is given none. */
export function assertAdapter(
  adapters: Pick<Adapters, 'has'>,
  { adapter }: Pick<Connection, 'adapter'>,
  stored: ServerRow | undefined,
): void {
  if (adapter === undefined || adapter === stored?.adapter || adapters.has(adapter)) return
  throw fieldInvalid('adapter')
}

/** Refuses a list of addresses that cannot be read. */
export function assertAddresses(list: readonly string[] | undefined): void {
  if (list === undefined || isAddressList(list)) return
  throw invalid('openAddresses', 'list')
}

const storedAddresses = (stored: ServerRow) => parseJsonText(stored.open_addresses) as string[]

/** Whether calls with the server's key would count from more places than before; another spelling of one counts as more. */
function opensAddresses({ openAddresses: given }: Connection, stored: ServerRow): boolean {
  const before = storedAddresses(stored)
  if (given === undefined || before.length === 0) return false
  return given.length === 0 || given.some((each) => !before.includes(each))
}

function keepsAddresses({ openAddresses: given }: Connection, stored: ServerRow): boolean {
  const before = storedAddresses(stored)
  return given === undefined || JSON.stringify([...new Set(given)]) === JSON.stringify(before)
}

function assertUnmanaged(connection: Connection, stored: ServerRow): void {
  const kept: [string, boolean][] = [
    ['adapter', connection.adapter === undefined || connection.adapter === stored.adapter],
    ['apiUrl', connection.apiUrl === stored.api_url],
    ['serverId', connection.serverId === stored.server_id],
    ['keyId', connection.keyId === stored.key_id],
    ['ws', connection.ws === stored.ws],
    ['allowPlain', Number(connection.allowPlain) === stored.allow_plain],
    ['allowLoopback', Number(connection.allowLoopback) === stored.allow_loopback],
    ['hashKey', connection.hashKey === undefined],
    ['openAddresses', keepsAddresses(connection, stored)],
  ]
  const changed = kept.find(([, isKept]) => !isKept)
  if (changed) throw new AppError(catalogueErrors.catalogue_managed, { field: changed[0] })
}

function assertRights(
  connection: Connection,
  stored: ServerRow | undefined,
  { mayEditSecrets, mayAllowNetworks }: ConnectionRights,
): void {
  if (connection.hashKey !== undefined && !mayEditSecrets) {
    throw new AppError(catalogueErrors.catalogue_secret_forbidden, { field: 'hashKey' })
  }
  const isMoved = connection.apiUrl !== stored?.api_url || connection.ws !== stored.ws
  const isSpokenOtherwise = connection.adapter !== undefined && connection.adapter !== stored?.adapter
  // A stored key signs for its address: led elsewhere by who may not set keys, it would sign for a stranger. Another
  // adapter may use it in another way.
  if (stored !== undefined && stored.hash_key !== '' && (isMoved || isSpokenOtherwise) && !mayEditSecrets) {
    const moved = connection.apiUrl === stored.api_url ? 'ws' : 'apiUrl'
    const field = isMoved ? moved : 'adapter'
    throw new AppError(catalogueErrors.catalogue_secret_forbidden, { field })
  }
  // The list is what stands between a key that leaked and the console.
  const isGuarded = stored !== undefined && stored.hash_key !== '' && opensAddresses(connection, stored)
  if (isGuarded && !mayEditSecrets) {
    throw new AppError(catalogueErrors.catalogue_secret_forbidden, { field: 'openAddresses' })
  }
  if (mayAllowNetworks) return
  // What was opened was opened for one address: another one behind the same flag is asked for anew.
  const opened: [string, boolean][] = [
    ['allowLoopback', connection.allowLoopback && (isMoved || stored?.allow_loopback !== 1)],
    ['allowPrivate', connection.allowPrivate && (isMoved || stored?.allow_private !== 1)],
  ]
  const refused = opened.find(([, isOpened]) => isOpened)
  if (refused) throw new AppError(catalogueErrors.catalogue_network_forbidden, { field: refused[0] })
}

function frameProblem(codec: unknown): string | null {
  const read = readDescriptor(codec)
  if (!read.ok) return `${read.path} ${read.reason}`
  const preview = previewFrame(read.descriptor)
  return preview.ok ? null : preview.reason
}

function assertFrames(codec: unknown): void {
  const reason = frameProblem(codec)
  if (reason === null) return
  throw new AppError(catalogueErrors.catalogue_frame_invalid, { field: 'codec', params: { reason } })
}

/** Refuses a connection that may not be stored or tried (T1, T22), naming the field. */
export function checkConnection(
  connection: Connection,
  stored: ServerRow | undefined,
  rights: ConnectionRights,
): void {
  assertRights(connection, stored, rights)
  if (stored?.is_managed === 1) assertUnmanaged(connection, stored)
  checkAddress('apiUrl', connection)
  if (connection.ws !== '') checkAddress('ws', connection)
  assertFrames(connection.codec)
}
