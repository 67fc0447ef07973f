import { parseJsonText } from '@qd/canonical-json'
import { dropStored, readStored, storedNames, writeStored } from '@qd/web-base'
import { z } from '@qd/contract-kit'

const MOST = 30
const NAME = 'redis.queries.'

/** Forgets queries of all connections in this browser. */
export function forgetQueries(): void {
  for (const name of storedNames(NAME)) dropStored(name)
}

/** Queries that were made on a connection in this browser, the newest first. */
export function queriesOf(connectionId: string): string[] {
  try {
    const stored = readStored(`${NAME}${connectionId}`) ?? '[]'
    const read = z.safeParse(z.array(z.string()), parseJsonText(stored))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

export function noteQuery(connectionId: string, query: string): void {
  const rest = queriesOf(connectionId).filter((each) => each !== query)
  writeStored(`${NAME}${connectionId}`, JSON.stringify([query, ...rest].slice(0, MOST)))
}
