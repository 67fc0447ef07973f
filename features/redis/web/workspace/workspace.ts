import { create } from 'zustand'
import type { z } from '@qd/contract-kit'
import type { RedisBytes, RedisConnection, openConnection } from '../../contract/index.ts'

type Opened = z.output<typeof openConnection.reply>

/** One database of an open connection; several stand side by side as tabs. */
export interface OpenDatabase {
  /** `connectionId/db`. */
  readonly id: string
  readonly connection: RedisConnection
  readonly db: number
  /** What the server said when it was opened. */
  readonly server: Opened
}

/** A key in a tab of the detail. */
export interface OpenKey {
  readonly databaseId: string
  readonly key: RedisBytes
}

/** What was changed from here, so that the tree and open keys follow without reading all again. */
export interface KeyChange {
  readonly databaseId: string
  readonly added: readonly RedisBytes[]
  readonly removed: readonly RedisBytes[]
  /** Their value, type or time to live. */
  readonly changed: readonly RedisBytes[]
  /** All keys of the database are gone. */
  readonly isFlushed?: boolean
}

interface Workspace {
  readonly databases: readonly OpenDatabase[]
  /** The database in view. */
  readonly active: string | null
  readonly keys: readonly OpenKey[]
  /** The key in view. */
  readonly key: OpenKey | null
  /** Which side of the database is in view: `keys`, or another of the page's views. */
  readonly view: string
}

export const KEYS_VIEW = 'keys'

/** What is open on the Redis page: it outlives going to another page, and ends with the tab and the session. */
export const useWorkspace = create<Workspace>()(() => ({
  databases: [],
  active: null,
  keys: [],
  key: null,
  view: KEYS_VIEW,
}))

export const databaseId = (connectionId: string, db: number): string => `${connectionId}/${db}`

export const sameBytes = (left: RedisBytes, right: RedisBytes): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

const sameKey = (left: OpenKey, right: OpenKey): boolean =>
  left.databaseId === right.databaseId && sameBytes(left.key, right.key)

export function useActiveDatabase(): OpenDatabase | null {
  return useWorkspace(({ databases, active }) => databases.find(({ id }) => id === active) ?? null)
}

export function databaseOf(id: string): OpenDatabase | undefined {
  return useWorkspace.getState().databases.find((each) => each.id === id)
}

/** Shows a database, as a new tab when it was not open. */
export function showDatabase(connection: RedisConnection, db: number, server: Opened): void {
  const id = databaseId(connection.id, db)
  useWorkspace.setState(({ databases }) => ({
    databases: [...databases.filter((each) => each.id !== id), { id, connection, db, server }],
    active: id,
  }))
}

export function activateDatabase(id: string): void {
  useWorkspace.setState({ active: id })
}

/** Leaves databases out that `isGone` names, with their keys. */
function leaveOut(isGone: (database: OpenDatabase) => boolean): void {
  useWorkspace.setState(({ databases, active, keys, key }) => {
    const gone = new Set(databases.filter(isGone).map(({ id }) => id))
    const rest = databases.filter(({ id }) => !gone.has(id))
    return {
      databases: rest,
      active: active !== null && gone.has(active) ? (rest.at(-1)?.id ?? null) : active,
      keys: keys.filter((each) => !gone.has(each.databaseId)),
      key: key !== null && gone.has(key.databaseId) ? null : key,
    }
  })
}

export function hideDatabase(id: string): void {
  leaveOut((database) => database.id === id)
}

/** Closes all databases of a connection; the call that ends it on the server is the connection list's. */
export function hideConnection(connectionId: string): void {
  leaveOut((database) => database.connection.id === connectionId)
}

/** Keys with something typed into them that is not saved. */
const held: OpenKey[] = []

/** Holds a key in its tab while something is typed there: another one does not take its place. */
export function holdKey(opened: OpenKey, isHeld: boolean): void {
  const at = held.findIndex((each) => sameKey(each, opened))
  if (at >= 0) held.splice(at, 1)
  if (isHeld) held.push(opened)
}

export function isHeldKey(opened: OpenKey): boolean {
  return held.some((each) => sameKey(each, opened))
}

/** Shows another side of the database in view. */
export function showView(view: string): void {
  useWorkspace.setState({ view })
}

/** Shows a key; in a tab of its own with `isNewTab`, else in the place of the one in view unless that is held. */
export function showKey(opened: OpenKey, isNewTab = false): void {
  useWorkspace.setState(({ keys, key }) => {
    const known = keys.find((each) => sameKey(each, opened))
    const view = KEYS_VIEW
    if (known !== undefined) return { key: known, view }
    if (isNewTab || key === null || isHeldKey(key)) return { keys: [...keys, opened], key: opened, view }
    return { keys: keys.map((each) => (sameKey(each, key) ? opened : each)), key: opened, view }
  })
}

export function hideKey(opened: OpenKey): void {
  useWorkspace.setState(({ keys, key }) => {
    const at = keys.findIndex((each) => sameKey(each, opened))
    const rest = keys.filter((_each, index) => index !== at)
    const isInView = key !== null && sameKey(key, opened)
    return { keys: rest, key: isInView ? (rest[Math.max(0, at - 1)] ?? null) : key }
  })
}

/** A key has another name: its tab goes on with that; one that is held stays, and the new name stands beside it. */
export function renameKey(opened: OpenKey, to: RedisBytes): void {
  const renamed = { databaseId: opened.databaseId, key: to }
  useWorkspace.setState(({ keys, key }) => {
    const at = keys.findIndex((each) => sameKey(each, opened))
    if (at < 0) return {}
    const rest = keys.filter((each) => !sameKey(each, renamed))
    const isInView = key !== null && sameKey(key, opened)
    const next = rest.flatMap((each) => {
      if (!sameKey(each, opened)) return [each]
      return isHeldKey(opened) ? [each, renamed] : [renamed]
    })
    return { keys: next, key: isInView ? renamed : key }
  })
}

type Listener = (change: KeyChange) => void
const listeners = new Set<Listener>()

/** Told after each change made from this page. */
export function tellChange(change: KeyChange): void {
  for (const listener of listeners) listener(change)
}

export function whenChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
