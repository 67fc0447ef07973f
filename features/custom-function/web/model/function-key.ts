import type { FunctionEntry, FunctionRef } from '../../contract/index.ts'

/** One function whatever its version: `server:heal_hero`; also what the address and favourites name. */
export function keyOf({ source, id }: Pick<FunctionRef, 'source' | 'id'>): string {
  return `${source}:${id}`
}

export function refOf({ source, id, version }: FunctionEntry): FunctionRef {
  return { source, id, version }
}
