import { AppError, coreErrors } from '@qd/contract-kit'
import { serveAskedChannel } from '@qd/server-kit'
import type { ServedChannel } from '@qd/server-kit'
import { simulatorAsPlayer, simulatorConnection, simulatorErrors } from '../../contract/index.ts'
import { loadKept } from './capture/load-kept.ts'
import { captureWay, openCapture } from './capture/open-capture.ts'
import type { ConnectionTarget } from '../../contract/index.ts'
import { asksOf } from './connection-asks.ts'
import { assertMayConnect, mayStayAs, stillHolds, trailOf, watchRights } from './connection-rights.ts'
import { Accounts } from './connection/accounts.ts'
import type { AuditTrail } from './connection/audit-trail.ts'
import type { ConnectionNews } from './connection/connection-options.ts'
import type { GameConnection } from './connection/connection.ts'
import type { Page } from './connection/page-feed.ts'
import { rulesOf, serverWay } from './connection/server-way.ts'
import type { NewConnection } from './connections.ts'
import { recordWay } from '../records/record-way.ts'
import { Keeping } from './kept/keeping.ts'
import type { KeptText } from './kept/kept-text.ts'
import type { Holder, Open, ServeDeps } from './serve-deps.ts'

function newsOf(deps: ServeDeps, trail: AuditTrail): ConnectionNews {
  const { connections } = deps
  return {
    connecting: (connection, attempt) => trail.connecting(connection, attempt),
    opened(connection, attempt) {
      trail.came(connection, attempt)
      connections.tellSharing(connection)
    },
    failed: (connection, attempt, error) => trail.failed(connection, attempt, error),
    givenUp: (connection, attempt) => trail.givenUp(connection, attempt),
    lost(connection, how, msg) {
      trail.left(connection, how, msg)
      connections.tellSharing(connection)
    },
    others: (connection) => connections.othersOf(connection),
  }
}

function wayToServer(deps: ServeDeps, holder: Holder): Pick<NewConnection, 'way' | 'rules'> {
  const { open } = holder
  const { server } = holder.page.place
  if (server === undefined) throw new AppError(coreErrors.server_required, { field: 'target.sId' })
  const way = serverWay({
    deps,
    accounts: new Accounts(deps.store.as()),
    server,
    account: open.account,
    ver: open.ver ?? '1.0.0',
    ip: () => holder.page.address,
    keep: (definition) => deps.keepDefinition(server, definition, holder.page.caller.username),
    mayBeAnybody: () => stillHolds(deps, holder.page, simulatorAsPlayer),
  })
  return { way, rules: (signal) => rulesOf(deps, server, signal) }
}

async function wayOf(deps: ServeDeps, holder: Holder): Promise<Pick<NewConnection, 'way' | 'rules'>> {
  const { page, open } = holder
  const { target, account } = open
  if (target.kind === 'server') return wayToServer(deps, holder)
  if (target.kind === 'capture') return { way: captureWay(target.name), rules: async () => null }
  const { records, addresses, openAddress } = deps
  const record = target.recordId === undefined ? null : await records.find(target.lineId, target.recordId)
  const url = target.kind === 'address' ? target.url : record!.url
  const way = recordWay({ addresses, openAddress, place: page.place, url, record, account })
  return { way, rules: async () => null }
}

async function newConnection(deps: ServeDeps, holder: Holder): Promise<NewConnection> {
  const { open, page } = holder
  const { caller, place } = page
  const { userId, username } = caller
  const way = await wayOf(deps, holder)
  return { userId, username, game: place.game ?? '', target: open.target, ...way }
}

const serverOnLine = ({ reach }: ServeDeps, lineId: string, sId: number | undefined) =>
  reach.serversOf(lineId).find((server) => server.sId === sId)

/** A capture nobody can read is no connection. */
async function fillCapture(
  deps: ServeDeps,
  connection: GameConnection,
  { place, caller }: Page,
  target: Extract<ConnectionTarget, { kind: 'capture' }>,
): Promise<void> {
  const { keptId, lineId, recordId, layout } = target
  // A kept time line was opened by its line: its server may be gone.
  const server = keptId === undefined ? place.server : serverOnLine(deps, lineId, target.sId)
  let kept: KeptText | null = null
  try {
    const owner = { userId: caller.userId, lineId: place.lineId ?? lineId }
    kept = keptId === undefined ? null : await deps.kept.text(target, owner)
    const record = async () => (recordId === undefined ? null : deps.records.find(lineId, recordId))
    await openCapture(deps, connection, { server, record, layout, kept, by: caller.username })
    if (kept !== null) void loadKept(connection, kept.text)
  } catch (error) {
    await kept?.close()
    await deps.connections.end(connection)
    throw error
  }
}

/** Goes on with a connection for another page of the same person; from now on it is this session's. */
async function resumeConnection(deps: ServeDeps, id: string, next: Pick<Holder, 'open' | 'page'>) {
  const { open, page } = next
  const found = deps.connections.find(id, page.caller.userId)
  const holder = deps.holders.get(found)
  // What it was opened with decides its rights: another place would be another connection.
  if (holder === undefined || JSON.stringify(found.options.target) !== JSON.stringify(open.target)) {
    throw new AppError(simulatorErrors.simulator_connection_gone)
  }
  found.onEnd()
  // The reason it was opened with stays.
  holder.page = page
  found.onEnd = watchRights(deps, found, holder)
  if (await mayStayAs(deps, found, holder)) return { connection: found, holder }
  await deps.connections.end(found)
  throw new AppError(simulatorErrors.simulator_as_player)
}

async function openConnection(deps: ServeDeps, open: Open, page: Page) {
  if (open.resume !== undefined) return resumeConnection(deps, open.resume, { open, page })
  const { connections } = deps
  const holder: Holder = { page, open, isEnteredByHand: false, keeping: new Keeping(deps.onFault) }
  await deps.kept.count(page.caller.userId)
  const trail = trailOf(deps, holder)
  const connection = await connections.create(await newConnection(deps, holder), newsOf(deps, trail))
  deps.holders.set(connection, holder)
  connection.onEnd = watchRights(deps, connection, holder)
  if (open.target.kind !== 'capture') void connection.open()
  else await fillCapture(deps, connection, page, open.target)
  return { connection, holder }
}

/** One connection of a page, on the node of its live socket. */
export function serveConnection(given: Omit<ServeDeps, 'holders'>): ServedChannel {
  const deps: ServeDeps = { ...given, holders: new WeakMap() }
  return serveAskedChannel(simulatorConnection, async (open, page) => {
    assertMayConnect(deps, open, page)
    const { connection, holder } = await openConnection(deps, open, page)
    deps.connections.attach(connection, page)
    return { asks: asksOf(deps, connection, holder), end: () => deps.connections.detach(connection, page) }
  })
}
