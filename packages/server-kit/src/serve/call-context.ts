import type { PermissionTriple } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { SentBytes } from '../body/sent-bytes.ts'
import type { SentText } from '../body/sent-text.ts'
import type {
  ApprovalFacts,
  Caller,
  CataloguePlace,
  CatalogueServer,
  GateTarget,
  TriedCall,
} from '../ports/index.ts'

/** What a handler knows of the call beside its input. */
export interface CallContext {
  readonly requestId: string
  readonly lang: Language
  /** Client address; forwarded headers count only from configured proxies. */
  readonly address: string
  /** The signed-in user; throws `session_required` on a public call without one. */
  readonly caller: Caller
  readonly callerOrNull: Caller | null
  /** Who calls a route for game servers, and when the call was signed there, ms UTC; throws elsewhere. */
  readonly game: { server: CatalogueServer; sentAtMs: number }
  /** The resolved target; empty when the call names none. */
  readonly place: CataloguePlace
  /** The text below the parameters of a route with `textLimit`; read once. */
  readonly sent: SentText
  /** The body of a route with `bytesLimit`; read once. */
  readonly sentBytes: SentBytes
  /** Aborts when the client is gone or the server deadline passes. */
  readonly signal: AbortSignal
  /** Text of the feature texts in the caller's language. */
  text(key: string, params?: TextParams): string
  /** Whether the caller holds a further permission at this place. */
  holds(permission: PermissionTriple): boolean
  /** Adds to the audit row of this call (outcome or commit). */
  note(detail: Record<string, unknown>): void
  /** Notes how the object was and how it is, for the audit's comparison; secrets never go in. */
  changed(before: unknown, after: unknown): void
  /** Files the audit row of a call that names its object by an id alone at the scope path where that lies. */
  fileAt(scope: string): void
  /** Passes the gate for where a change leads, when that is not the place the call points at. Throws to refuse. */
  confirm(target: GateTarget): Promise<void>
  /**
   * Asks for a step-up proof, in a route that declares `stepUp: 'sometimes'`; before its write. `about` is what the proof
   * covers beside the input: a hash of the text of the call. Throws to refuse.
   */
  askStepUp(about?: string): Promise<void>
  /** How the caller proved for this call that it is them; null: they did not. */
  readonly stepUpGiven: string | null
  /**
   * Asks for the approval of what is about to be written, in a route that declares `approval`; once, after all checks and
   * before the first write. Throws to refuse: `approval_required` where a policy asks for one.
   * `tried` runs where the call is handed in.
   */
  approve(facts: ApprovalFacts, tried?: TriedCall): Promise<void>
  /** The call executes what was approved: what its author looked at before they handed it in still counts. */
  readonly isApproved: boolean
  /** Sets `msg` of the success envelope to a text of the feature. */
  say(key: string, params?: TextParams): void
  /** Runs a change of the store together with this call's audit row, in one transaction. */
  commit<DB, T>(change: (tx: Kysely<DB>) => Promise<T>): Promise<T>
  /** For raw routes and headers; throw where no request stands behind the call. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
