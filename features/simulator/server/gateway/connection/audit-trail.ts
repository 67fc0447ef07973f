import { randomUUID } from 'node:crypto'
import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { AuditEntry, Caller, CataloguePlace } from '@qd/server-kit'
import {
  CONNECTION_ENDED,
  ENTERED_BY_HAND,
  TIMELINE_KEPT,
  simulatorConnection,
} from '../../../contract/index.ts'
import type { ConnectionTarget, KeptTimeline } from '../../../contract/index.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { GameConnection } from './connection.ts'

export interface TrailOf {
  caller: Caller
  place: CataloguePlace
  address: string
  reason: string
}

/** An attempt to get in: what the audit was told before it. */
export interface Attempt {
  intent: string | null
}

/** What the audit keeps of a connection: each way in with how it came out, and each end; who acted as which player. */
export class AuditTrail {
  readonly #deps: Pick<GatewayDeps, 'audit' | 'onFault'>
  readonly #of: () => TrailOf

  /** `of` is asked each time: another page may have the connection by then. */
  constructor(deps: Pick<GatewayDeps, 'audit' | 'onFault'>, of: () => TrailOf) {
    this.#deps = deps
    this.#of = of
  }

  #entryOf(action: string, target: string, detail: Record<string, unknown>): AuditEntry {
    const { caller, place, address, reason } = this.#of()
    return {
      requestId: randomUUID(),
      actorId: caller.userId,
      actor: caller.username,
      sessionId: caller.sessionId,
      address,
      action,
      risk: 'R2',
      scope: scopePath(place),
      target,
      reason,
      // A program acted with somebody's rights: the row says which.
      detail: { ...detail, ...(caller.kind === 'token' ? { apiToken: caller.label } : {}) },
    }
  }

  #entry({ id, actsAs: uId, deviceId, options }: GameConnection, action: string): AuditEntry {
    const { target, way } = options
    const about = uId === '' ? (this.#of().place.server?.key ?? way.title) : uId
    return this.#entryOf(action, about, {
      connectionId: id,
      target,
      deviceId,
      ...(uId === '' ? {} : { uId }),
    })
  }

  /** Nobody was connected: the person may not. */
  refused(target: ConnectionTarget, { def }: AppError): void {
    const { place } = this.#of()
    const entry = this.#entryOf(simulatorConnection.title, place.server?.key ?? place.lineId ?? '', {
      target,
    })
    this.#deps.audit.refused(entry, { status: def.status, code: def.code }).catch(this.#deps.onFault)
  }

  /** Before the first byte: a console that cannot write it down connects nobody. */
  async connecting(connection: GameConnection, attempt: Attempt): Promise<void> {
    attempt.intent = await this.#deps.audit.intent(this.#entry(connection, simulatorConnection.title))
  }

  came(connection: GameConnection, { intent }: Attempt): void {
    if (intent !== null) this.#tell(connection, intent, { status: 0, code: 'ok' })
  }

  failed(connection: GameConnection, { intent }: Attempt, error: unknown): void {
    const { status, code } = error instanceof AppError ? error.def : coreErrors.internal
    if (intent !== null) return this.#tell(connection, intent, { status, code })
    // Refused on the way to its beginning: as a player whom the person may not be, say.
    this.#refusedAs(connection, { status, code }, error)
  }

  /** The person, or the end of their session, stopped it on the way. */
  givenUp(connection: GameConnection, { intent }: Attempt): void {
    if (intent !== null) this.#tell(connection, intent, { status: 0, code: 'given_up' })
  }

  #tell(connection: GameConnection, intent: string, result: { status: number; code: string }): void {
    const { uId, deviceId } = connection
    this.#deps.audit.outcome(intent, { ...result, detail: { uId, deviceId } }).catch(this.#deps.onFault)
  }

  #refusedAs(connection: GameConnection, result: { status: number; code: string }, error: unknown): void {
    const details = error instanceof AppError ? error.details : undefined
    const { uId = '', ...whom } = (details ?? {}) as { uId?: string }
    const entry = this.#entry(connection, simulatorConnection.title)
    const about = uId === '' ? entry.target : uId
    const noted = { ...entry, target: about, detail: { ...entry.detail, ...whom } }
    this.#deps.audit.refused(noted, result).catch(this.#deps.onFault)
  }

  /** An Enter that a person wrote themselves, before it goes out or is refused. */
  async enteringByHand(
    connection: GameConnection,
    whom: { deviceId: string; bodySha256?: string },
    error?: AppError,
  ): Promise<void> {
    const entry = this.#entry(connection, ENTERED_BY_HAND)
    const noted = { ...entry, detail: { ...entry.detail, ...whom } }
    if (error === undefined) return this.#deps.audit.event(noted, { status: 0, code: 'ok' })
    await this.#deps.audit.refused(noted, { status: error.def.status, code: error.def.code })
  }

  /** A time line stays on the disk under a name. */
  async kept(connection: GameConnection, { keptId, name, frames, bytes }: KeptTimeline): Promise<void> {
    const entry = this.#entry(connection, TIMELINE_KEPT)
    const detail = { ...entry.detail, keptId, name, frames, bytes }
    await this.#deps.audit.event({ ...entry, detail }, { status: 0, code: 'ok' })
  }

  left(connection: GameConnection, how: string, msg: string): void {
    const entry = this.#entry(connection, CONNECTION_ENDED)
    const detail = { ...entry.detail, how, ...(msg === '' ? {} : { msg }) }
    this.#deps.audit.event({ ...entry, detail }, { status: 0, code: 'ok' }).catch(this.#deps.onFault)
  }
}
