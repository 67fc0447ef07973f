import type { CallError } from '@qd/web-base'
import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { keep, keptNow } from '@qd/web-frame'
import { create } from 'zustand'
import { closeConnection, openConnection } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { databaseId, hideConnection, showDatabase, useWorkspace } from '../workspace/workspace.ts'

/** How far this page is with a connection; one that is not in the list is closed. */
export interface Opening {
  readonly phase: 'opening' | 'open' | 'failed'
  readonly connection: RedisConnection
  /** Why it failed. */
  readonly error: CallError | null
  /** It leads to one node of a cluster, and nobody has said yet that this is meant so. */
  readonly offersCluster: boolean
}

interface Openings {
  readonly byId: Readonly<Record<string, Opening>>
}

/** Connections this page has open, is opening, or could not open. */
export const useOpenings = create<Openings>()(() => ({ byId: {} }))

function put(id: string, opening: Opening | null): void {
  useOpenings.setState(({ byId }) => {
    const { [id]: _before, ...rest } = byId
    return { byId: opening === null ? rest : { ...rest, [id]: opening } }
  })
}

const openingOf = (id: string): Opening | undefined => useOpenings.getState().byId[id]

const LAST_DB = 'redis.lastDb'

/** The database that was open last, by connection. */
function lastDbs(): Readonly<Record<string, number>> {
  const kept = keptNow(LAST_DB)
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, number>) : {}
}

export const lastDbOf = (id: string): number => lastDbs()[id] ?? 0

export function keepLastDb(id: string, db: number): void {
  if (lastDbOf(id) !== db) keep(LAST_DB, { ...lastDbs(), [id]: db })
}

async function tellClosed({ lineId, id }: RedisConnection): Promise<void> {
  try {
    await call(
      closeConnection,
      { body: { lineId, connectionId: id } },
      { tag: 'redis:connections.close', told: 'toast', keepsSession: true },
    )
  } catch (error) {
    // It was told; here it is closed all the same.
    if (!isCallError(error)) throw error
  }
}

/** Opens a database, and its connection when it is not open; returns why it could not. */
export async function openDatabase(
  connection: RedisConnection,
  db: number,
  password?: string,
): Promise<CallError | null> {
  const { id, lineId } = connection
  if (openingOf(id)?.phase === 'opening') return null
  const before = openingOf(id)
  const begun: Opening = { phase: 'opening', connection, error: null, offersCluster: false }
  put(id, begun)
  try {
    const server = await call(
      openConnection,
      { body: { lineId, connectionId: id, db, ...(password === undefined ? {} : { password }) } },
      { tag: 'redis:connections.open', told: 'place', keepsSession: true },
    )
    if (openingOf(id) !== begun) {
      // It was closed meanwhile.
      await tellClosed(connection)
      return null
    }
    showDatabase(connection, db, server)
    keepLastDb(id, db)
    put(id, {
      ...begun,
      phase: 'open',
      offersCluster: server.isClusterNode && connection.mode === 'standalone',
    })
    return null
  } catch (error) {
    if (!isCallError(error)) throw error
    if (openingOf(id) !== begun) return null
    // Another database of it stays open.
    if (error.code === 'aborted') put(id, before ?? null)
    else put(id, { ...begun, phase: before?.phase === 'open' ? 'open' : 'failed', error })
    return error
  }
}

/** Takes the failure or the offer below a connection away. */
export function dismissNote(id: string): void {
  const opening = openingOf(id)
  if (opening?.phase === 'failed') put(id, null)
  else if (opening !== undefined) put(id, { ...opening, error: null, offersCluster: false })
}

/** Closes a connection with its databases and keys, here at once and then on the server. */
export async function closeOpen(id: string): Promise<void> {
  const opening = openingOf(id)
  if (opening === undefined) return
  put(id, null)
  hideConnection(id)
  if (opening.phase === 'open') await tellClosed(opening.connection)
}

/** Closes what this session has open of it, here or in another window. */
export async function closeEverywhere(connection: RedisConnection): Promise<void> {
  if (isOpen(connection.id)) await closeOpen(connection.id)
  else await tellClosed(connection)
}

/** The tab of the page closed. */
export function closeAllOpen(): void {
  for (const id of Object.keys(useOpenings.getState().byId)) void closeOpen(id)
}

/** The session is over, and its connections with it. */
export function forgetAllOpen(): void {
  const ids = Object.keys(useOpenings.getState().byId)
  useOpenings.setState({ byId: {} })
  for (const id of ids) hideConnection(id)
}

export function isOpen(id: string): boolean {
  return openingOf(id)?.phase === 'open'
}

/** Shows the database of an open connection that was in view last. */
export function showOpen(connection: RedisConnection): void {
  const { databases } = useWorkspace.getState()
  const wanted = databaseId(connection.id, lastDbOf(connection.id))
  const own = databases.filter((each) => each.connection.id === connection.id)
  const shown = own.find(({ id }) => id === wanted) ?? own.at(-1)
  if (shown !== undefined) useWorkspace.setState({ active: shown.id })
}

// Whoever closes the last database of a connection is done with it.
useWorkspace.subscribe(({ databases, active }, before) => {
  if (active !== before.active) {
    const shown = databases.find(({ id }) => id === active)
    if (shown !== undefined) keepLastDb(shown.connection.id, shown.db)
  }
  if (databases === before.databases) return
  const left = new Set(databases.map(({ connection }) => connection.id))
  for (const [id, { phase }] of Object.entries(useOpenings.getState().byId)) {
    if (phase === 'open' && !left.has(id)) void closeOpen(id)
  }
})
