import type { Caller, CataloguePlace } from '@qd/server-kit'
import type { RedisDatabase } from './redis-database.ts'

export interface DatabaseRef {
  readonly lineId: string
  readonly connectionId: string
  readonly db: number
}

/** Who asks, where the guard let them in. */
export interface Asking {
  readonly caller: Caller
  readonly place: CataloguePlace
}

/** Databases that callers have open; links are kept for each session and end when it has not used them for a while. */
export interface Databases {
  /** Opens it when it is not open yet. Throws `redis_connection_not_found`, and all that opening can end with. */
  of(asking: Asking, ref: DatabaseRef): Promise<RedisDatabase>
}
