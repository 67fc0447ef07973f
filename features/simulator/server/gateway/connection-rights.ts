import { createHash } from 'node:crypto'
import { AppError, coreErrors } from '@qd/contract-kit'
import { ENTER_COMMAND } from '@qd/game-frame'
import { simulatorAsPlayer, simulatorConnect, simulatorErrors } from '../../contract/index.ts'
import { AuditTrail } from './connection/audit-trail.ts'
import type { GameConnection } from './connection/connection.ts'
import type { Page } from './connection/page-feed.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { holdsByName } from './named-production.ts'
import type { Holder, Open, ServeDeps } from './serve-deps.ts'

/** Who may not is noted, as for calls that change something. */
export function assertMayConnect(deps: ServeDeps, open: Open, page: Page): void {
  const refusal = refusalOf(open, page)
  if (refusal === null) return
  trailOf(deps, { open, page }).refused(open.target, refusal)
  throw refusal
}

function refusalOf({ target, resume, reason = '' }: Open, { caller, place }: Page): AppError | null {
  if (caller.isReadOnly === true) return new AppError(coreErrors.read_only_session)
  if (!holdsByName(caller, simulatorConnect, place)) return new AppError(simulatorErrors.simulator_production)
  const isNew = resume === undefined && target.kind !== 'capture'
  return place.environment === 'production' && isNew && reason.trim() === ''
    ? new AppError(coreErrors.reason_required, { field: 'reason' })
    : null
}

export function trailOf(deps: ServeDeps, holder: Pick<Holder, 'page' | 'open'>): AuditTrail {
  return new AuditTrail(deps, () => {
    const { page, open } = holder
    const { caller, place, address } = page
    return { caller, place, address, reason: open.reason ?? '' }
  })
}

/** Whether the person still holds it, by their rights as of now. */
export async function stillHolds(
  { session }: GatewayDeps,
  { caller, place }: Page,
  permission: typeof simulatorConnect,
): Promise<boolean> {
  const current = await session.current(caller.sessionId)
  return current !== null && holdsByName(current, permission, place)
}

/** Whether the person may still be the player as whom the connection entered. */
export async function mayStayAs(
  deps: ServeDeps,
  connection: GameConnection,
  holder: Holder,
): Promise<boolean> {
  if (holder.isEnteredByHand) return stillHolds(deps, holder.page, simulatorAsPlayer)
  return (await connection.options.way.mayStay?.()) ?? true
}

async function mayStay(deps: ServeDeps, connection: GameConnection, holder: Holder): Promise<boolean> {
  const isHeld = await stillHolds(deps, holder.page, simulatorConnect)
  return isHeld && mayStayAs(deps, connection, holder)
}

/** Ends the connection within a moment when its session ends or its rights go, also while no page looks at it. */
export function watchRights(deps: ServeDeps, connection: GameConnection, holder: Holder): () => void {
  const { session, connections } = deps
  const { caller } = holder.page
  const end = () => connections.endSoon(connection)
  const stops = [
    session.onEnded(caller.sessionId, end),
    session.onRightsChanged(caller.userId, () => {
      // Nobody can tell the rights: then there are none.
      mayStay(deps, connection, holder).then((may) => (may ? undefined : end()), end)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** An Enter of one's own may lead in as anybody: with a hash from elsewhere, as any player of the server. */
export async function assertMayEnter(
  deps: ServeDeps,
  connection: GameConnection,
  holder: Holder,
  body: Uint8Array,
): Promise<void> {
  const { book } = connection
  const read = book.decode(book.command(ENTER_COMMAND)?.req ?? '', body)
  const named = String(read?.['deviceId'] ?? '')
  // A body with a doubled key, say: the game may read a device in it all the same.
  const whom = named === '' ? { deviceId: '', bodySha256: sha256Of(body) } : { deviceId: named }
  const trail = trailOf(deps, holder)
  if (!(await stillHolds(deps, holder.page, simulatorAsPlayer))) {
    const refusal = new AppError(simulatorErrors.simulator_as_player)
    await trail.enteringByHand(connection, whom, refusal)
    throw refusal
  }
  await trail.enteringByHand(connection, whom)
  holder.isEnteredByHand = true
}
