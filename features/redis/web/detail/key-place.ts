import type { RedisBytes } from '../../contract/index.ts'
import { bytesId } from './model/bytes.ts'
import type { OpenDatabase, OpenKey } from '../workspace/workspace.ts'

/** Where a key is, as the calls name it. */
export interface KeyPlace {
  readonly lineId: string
  readonly connectionId: string
  readonly db: number
  readonly key: RedisBytes
}

export function placeOf({ connection, db }: OpenDatabase, key: RedisBytes): KeyPlace {
  return { lineId: connection.lineId, connectionId: connection.id, db, key }
}

/** Tells open keys apart. */
export function openKeyId({ databaseId, key }: OpenKey): string {
  return `${databaseId} ${bytesId(key)}`
}

export function databaseIdOf({ connectionId, db }: KeyPlace): string {
  return `${connectionId}/${db}`
}
