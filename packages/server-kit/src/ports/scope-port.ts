import { AppError, coreErrors } from '@qd/contract-kit'
import type { Environment, ErrorDef, ScopePlace, TargetRef } from '@qd/contract-kit'

/** A server of the catalogue without its secrets. */
export interface CatalogueServer {
  /** Stable key `game:platform:sId`. */
  readonly key: string
  readonly game: string
  readonly operator: string
  readonly platform: number
  readonly lineId: string
  readonly environment: Environment
  readonly sId: number
  readonly serviceName: string
}

/** A place of the catalogue with what is known of it. */
export interface CataloguePlace extends ScopePlace {
  readonly server?: CatalogueServer
  /** The player the call names, as canonical digits. */
  readonly uId?: string
}

/** The game of a place below a line; `line_required` where there is none. */
export function gameOf({ game }: CataloguePlace): string {
  if (game === undefined) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return game
}

/** How a target reads in the catalogue. */
export type Resolution =
  /**
   * Candidates; several only for a bare sId that more than one line has. `missing`: below these places the
   * named object does not exist. `elsewhere`: where it does exist instead; only who may go there learns
   * that their input contradicts itself (403), to everybody else it is missing.
   */
  | {
      kind: 'places'
      places: readonly CataloguePlace[]
      missing?: ErrorDef
      elsewhere?: readonly CataloguePlace[]
    }
  /** The input itself is wrong (400). */
  | { kind: 'invalid'; error: AppError }
  /**
   * uId, sId and lineId contradict each other (403). `below`: only who holds one of these places may be
   * told so; without it the input alone shows it.
   */
  | { kind: 'disagree'; below?: readonly CataloguePlace[] }

/** What the kit needs of the scope feature. */
export interface ScopePort {
  resolve(target: TargetRef): Resolution
}
