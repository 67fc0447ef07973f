import { holdsFor, patternsFor, permissionKey, reachesFor, splitPattern } from '@qd/contract-kit'
import type { DeclaredPermission } from '@qd/contract-kit'
import { dangerousRedis, editRedis, monitorRedis, readRedis, redisResource } from '../../contract/index.ts'
import { escapeGlob } from '../glob.ts'
import type { Asking } from './databases.ts'
import type { ConnectionInfo } from './redis-database.ts'

/** What a caller may do in one database of one connection. */
export interface RedisRights {
  mayRead(key: Buffer): boolean
  /** Without a key: any of them. */
  mayEdit(key?: Buffer): boolean
  /** The database as a whole, for what is dangerous keeps to no key; or the server, which has the others, too. */
  mayEndanger(reach: 'database' | 'server'): boolean
  /** Commands of everybody on the server, with all their values. */
  mayMonitor(): boolean
  /** This key in another database of the connection, where a command takes it. */
  mayEditIn(db: number, key: Buffer): boolean
  /** Whether all databases of the connection are open to them, with all keys. */
  isWhole(isWriting: boolean): boolean
  /** Globs of the keys they may read; null: all. */
  readable(): readonly string[] | null
  /** Whether only some keys are open to them: to read, or to write. */
  isNarrowed(isWriting: boolean): boolean
}

const { kind } = redisResource

/**
 * Keys are compared by their bytes, one sign for each: a name that is no text must not turn into another one. Patterns are
 * texts, so theirs are taken as UTF-8.
 */
const signsOf = (bytes: Buffer): string => bytes.toString('latin1')
const asSigns = (pattern: string): string => Buffer.from(pattern).toString('latin1')

/** Whether grants reach anything of a connection or one of its databases (`parts`); without parts, of the place. */
export function reachesRedis(
  { caller, place }: Asking,
  parts: readonly string[],
  permission: DeclaredPermission = readRedis,
): boolean {
  return reachesFor(caller.grants, permissionKey(permission), place, { kind, parts })
}

/** A glob of Redis for what a pattern of a grant matches: only its end may be open. */
function globOf(pattern: string): string {
  const isOpen = pattern.endsWith('*')
  const text = isOpen ? pattern.slice(0, -1) : pattern
  return escapeGlob(Buffer.from(text)).toString() + (isOpen ? '*' : '')
}

/** Rights of the caller as the guard has let them in; a page that stays open is checked again by its channel. */
export function rightsOf({ caller, place }: Asking, connection: ConnectionInfo, db: number): RedisRights {
  const above = [connection.name, String(db)]
  const grants = caller.grants.map((grant) =>
    grant.resource?.kind === kind
      ? { ...grant, resource: { kind, pattern: asSigns(grant.resource.pattern) } }
      : grant,
  )
  const named = above.map(asSigns)
  const mayAt = (permission: DeclaredPermission, key: Buffer, at = named) =>
    holdsFor(grants, permissionKey(permission), place, { kind, parts: [...at, signsOf(key)] })
  const hasOne = connection.isCluster || connection.isClusterNode
  const isWhole = (permission: DeclaredPermission) =>
    hasOne ? keysOf(permission) === null : coversConnection(permission)
  const coversConnection = (permission: DeclaredPermission) => {
    const patterns = patternsFor(caller.grants, permissionKey(permission), place, kind)
    return (
      patterns === null ||
      patterns.some((pattern) => {
        const [name = '', ...below] = splitPattern(pattern, redisResource.parts.length)
        return isPart(name, connection.name) && below.length === 2 && below.every((part) => part === '*')
      })
    )
  }
  /** Patterns of keys of this database; null: all keys. */
  const keysOf = (permission: DeclaredPermission): readonly string[] | null => {
    const patterns = patternsFor(caller.grants, permissionKey(permission), place, kind)
    if (patterns === null) return null
    const keys = patterns
      .map((pattern) => splitPattern(pattern, redisResource.parts.length))
      .filter((parts) => above.every((name, at) => isPart(parts[at] ?? '', name)))
      .map((parts) => parts.at(-1) ?? '')
    return keys.includes('*') ? null : keys
  }
  return {
    mayRead: (key) => mayAt(readRedis, key),
    mayEdit: (key) => (key === undefined ? keysOf(editRedis)?.length !== 0 : mayAt(editRedis, key)),
    mayEditIn: (other, key) => mayAt(editRedis, key, [asSigns(connection.name), String(other)]),
    mayEndanger: (reach) => (reach === 'server' ? isWhole(dangerousRedis) : keysOf(dangerousRedis) === null),
    mayMonitor: () => isWhole(monitorRedis),
    isWhole: (isWriting) => isWhole(isWriting ? editRedis : readRedis),
    readable: () => keysOf(readRedis)?.map(globOf) ?? null,
    isNarrowed: (isWriting) => keysOf(isWriting ? editRedis : readRedis) !== null,
  }
}

const isPart = (written: string, name: string): boolean =>
  written.endsWith('*') ? name.startsWith(written.slice(0, -1)) : written === name
