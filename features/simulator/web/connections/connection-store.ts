import { CallError } from '@qd/web-base'
import { whenSessionGoesOn } from '@qd/web-calls'
import { create } from 'zustand'
import type { ConnectionEvent } from '../../contract/index.ts'
import { simulatorText } from '../texts.ts'
import { RowCache } from '../timeline/row-cache.ts'
import { ELSEWHERE, GONE, newConnection } from './connection.ts'
import type { Begun, Connection, OpenInput } from './connection.ts'
import { openDoor } from './door.ts'
import type { AskedOf, Door, GivenTo, Refusal } from './door.ts'
import { answerOtherTabs, heldElsewhere, tellTaken } from './other-tabs.ts'
import { keepAgain, keepConnections, keptBefore } from './kept-connections.ts'

const MOST_CHANGES = 300

interface Connections {
  list: readonly Connection[]
  /** Key of the one in view. */
  active: string | null
}

export const useConnections = create<Connections>()(() => ({ list: [], active: null }))

useConnections.subscribe(({ list, active }) => keepConnections(list, active))
whenSessionGoesOn(() => {
  const { list, active } = useConnections.getState()
  keepAgain(list, active)
})

export type { Connection, OpenInput, StateChange } from './connection.ts'

const doors = new Map<string, Door>()
const caches = new Map<string, RowCache>()
const NO_ROWS = new RowCache(-1)

export function connectionOf(key: string): Connection | undefined {
  return useConnections.getState().list.find((each) => each.key === key)
}

export function useActiveConnection(): Connection | null {
  return useConnections(({ list, active }) => list.find((each) => each.key === active) ?? null)
}

export function patchConnection(key: string, change: Partial<Connection>): void {
  useConnections.setState(({ list }) => ({
    list: list.map((each) => (each.key === key ? { ...each, ...change } : each)),
  }))
}

/** Rows of the connection's view, as far as they were read. */
export function rowsOf(key: string): RowCache {
  return caches.get(key) ?? NO_ROWS
}

function cacheOf(key: string, view: number): RowCache {
  const known = caches.get(key)
  if (known?.view === view) return known
  const fresh = new RowCache(view)
  caches.set(key, fresh)
  return fresh
}

/** Says that rows were read or changed. */
export function bump(key: string, change: Partial<Connection> = {}): void {
  patchConnection(key, { ...change, version: (connectionOf(key)?.version ?? 0) + 1 })
}

function onFrames(key: string, event: Extract<ConnectionEvent, { kind: 'frames' }>): void {
  const { counts, view, last, more = 0 } = event
  // A view that was asked for later is already here.
  if (view.view < (connectionOf(key)?.timeline.view ?? -1)) return
  cacheOf(key, view.view).put(Math.max(0, view.shown - last.length), last)
  bump(key, { counts, timeline: view, more })
}

function hasChangesOf({ changes }: Connection, frame: number): boolean {
  return frame >= 0 && changes.some((change) => change.frame === frame)
}

function onStateChanged(key: string, event: Extract<ConnectionEvent, { kind: 'stateChanged' }>): void {
  const known = connectionOf(key)
  // Told again to a page that comes back.
  if (known === undefined || hasChangesOf(known, event.frame)) return
  const fresh = event.changes.map((change) => ({ frame: event.frame, ...change }))
  patchConnection(key, {
    changes: [...fresh.toReversed(), ...known.changes].slice(0, MOST_CHANGES),
    hasCutChanges: known.hasCutChanges || event.isCut,
  })
}

function onEvent(key: string, event: ConnectionEvent): void {
  if (event.kind === 'state') {
    const { connection: view } = event
    patchConnection(key, { view, connectionId: view.connectionId, refusal: null })
  }
  if (event.kind === 'frames') onFrames(key, event)
  if (event.kind === 'stateChanged') onStateChanged(key, event)
  if (event.kind === 'changed' && caches.get(key)?.change(event.rows) === true) bump(key)
}

/** The server has it no more, or opened none: nothing opens it again by itself. */
function onRefused(key: string, refusal: Refusal): void {
  const known = connectionOf(key)
  if (known === undefined) return
  doors.get(key)?.close()
  doors.delete(key)
  const { view } = known
  const isGone = refusal.code === GONE
  patchConnection(key, {
    refusal,
    isAway: false,
    connectionId: isGone ? undefined : known.connectionId,
    view: view === null ? null : { ...view, phase: 'closed', repeating: null },
  })
}

function setAway(key: string, isAway: boolean): void {
  if (connectionOf(key)?.isAway !== isAway) patchConnection(key, { isAway })
}

function begin({ key, open }: Connection): void {
  const door = openDoor(open, {
    resumeId: () => connectionOf(key)?.connectionId,
    onEvent: (event) => onEvent(key, event),
    onRefused: (refusal) => onRefused(key, refusal),
    onOpened: () => setAway(key, false),
    onLost: () => setAway(key, true),
  })
  doors.set(key, door)
}

/** Opens a connection and shows it; it lives until it is closed here, whatever page is in view. */
export function openConnection(open: OpenInput, title: string): string {
  const connection = newConnection({ open, title })
  useConnections.setState(({ list }) => ({ list: [...list, connection], active: connection.key }))
  begin(connection)
  return connection.key
}

/** Opens again what the server refused or has no more: as a new connection where nothing is left, in the same place. */
export function openAgain(key: string): void {
  const known = connectionOf(key)
  if (known === undefined) return
  const { open, title, filter, hidesHeartbeats, environment, connectionId } = known
  if (connectionId !== undefined) tellTaken(connectionId)
  const begun: Begun = { open, title, filter, hidesHeartbeats, environment, connectionId }
  putInPlace(key, newConnection({ ...begun, isTakenUp: connectionId !== undefined }))
}

/** Another connection in the place of one. */
function putInPlace(key: string, fresh: Connection): void {
  caches.delete(key)
  useConnections.setState(({ list, active }) => ({
    list: list.map((each) => (each.key === key ? fresh : each)),
    active: active === key ? fresh.key : active,
  }))
  begin(fresh)
}

/** Ends a connection for good and opens one with other facts in its place. */
export function openInstead(key: string, open: OpenInput): string {
  const title = connectionOf(key)?.title ?? ''
  const door = doors.get(key)
  doors.delete(key)
  const fresh = newConnection({ open, title })
  putInPlace(key, fresh)
  void endDoor(door)
  return fresh.key
}

async function endDoor(door: Door | undefined): Promise<void> {
  try {
    await door?.ask('end', {})
  } catch {
    // It was over already, or the console is away; the server ends what nobody holds.
  }
  door?.close()
}

const elsewhere = (): Refusal => ({ code: ELSEWHERE, msg: simulatorText('page.banner.elsewhere') })
let isTakingUp = false

/** Takes up the connections this window had before it was loaded, but for those another tab has. */
export async function takeUpConnections(): Promise<void> {
  const kept = isTakingUp || useConnections.getState().list.length > 0 ? null : keptBefore()
  if (kept === null) return
  isTakingUp = true
  try {
    const held = await heldElsewhere(kept.list.map(({ connectionId }) => connectionId))
    const list = kept.list.map((each) =>
      newConnection({
        ...each,
        environment: each.environment ?? null,
        isTakenUp: true,
        refusal: held.has(each.connectionId) ? elsewhere() : null,
      }),
    )
    useConnections.setState(({ list: fresh, active }) => ({
      list: [...list, ...fresh],
      active: active ?? (list[kept.active] ?? list[0])?.key ?? null,
    }))
    for (const connection of list) if (connection.refusal === null) begin(connection)
  } finally {
    isTakingUp = false
  }
}

answerOtherTabs(
  () =>
    useConnections.getState().list.flatMap((each) => (doors.has(each.key) ? (each.connectionId ?? []) : [])),
  (id) => {
    const known = useConnections.getState().list.find(({ connectionId }) => connectionId === id)
    if (known !== undefined) onRefused(known.key, elsewhere())
  },
)

export function askConnection<N extends keyof AskedOf>(
  key: string,
  name: N,
  input: GivenTo<N>,
): Promise<AskedOf[N]> {
  const door = doors.get(key)
  const known = connectionOf(key)
  if (door === undefined || known === undefined) {
    const message = known?.refusal?.msg ?? simulatorText('page.phase.closed')
    return Promise.reject(new CallError({ code: known?.refusal?.code ?? 'aborted', message }))
  }
  // It would wait for the console, and reach the game when nobody expects it any more.
  if (name === 'send' && known.isAway) {
    return Promise.reject(new CallError({ code: 'no_answer', message: simulatorText('page.banner.away') }))
  }
  return door.ask(name, input)
}

/** Ends a connection for good: its tab goes, and with it the time line. */
export async function closeConnection(key: string): Promise<void> {
  const door = doors.get(key)
  doors.delete(key)
  caches.delete(key)
  useConnections.setState(({ list, active }) => {
    const at = list.findIndex((each) => each.key === key)
    const rest = list.filter((each) => each.key !== key)
    const next = rest[Math.min(at, rest.length - 1)]?.key ?? null
    return { list: rest, active: active === key ? next : active }
  })
  await endDoor(door)
}

export function closeAllConnections(): void {
  for (const { key } of useConnections.getState().list) void closeConnection(key)
}

export function selectFrame(key: string, n: number | null): void {
  patchConnection(key, { selected: n })
}

/** Starts a view; its rows come with the next event or when they are asked for. */
export async function beginView(key: string, filter: GivenTo<'view'>['filter']): Promise<void> {
  const timeline = await askConnection(key, 'view', { filter })
  cacheOf(key, timeline.view)
  bump(key, { timeline })
}

/** Ends the reading of older frames for the filter; what it found stays. */
export async function stopScan(key: string): Promise<void> {
  const timeline = await askConnection(key, 'stopScan', {})
  bump(key, { timeline })
}

/** The row of a frame in the present view, or the one before it; null for none. */
export async function findRow(key: string, n: number): Promise<number | null> {
  const known = rowsOf(key).rowOf(n)
  if (known !== undefined) return known
  try {
    const { row } = await askConnection(key, 'rowOf', { n })
    return row < 0 ? null : row
  } catch {
    // A connection that ended: its rows are not read any more.
    return null
  }
}
