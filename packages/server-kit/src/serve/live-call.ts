import { AppError, BYTES_TYPE, TEXT_TYPE, coreErrors } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { SentBytes } from '../body/sent-bytes.ts'
import { SentText } from '../body/sent-text.ts'
import { callerHolds } from '../ports/index.ts'
import type {
  ApprovalFacts,
  TriedCall,
  AuditEntry,
  AuditPort,
  Caller,
  CataloguePlace,
  GateTarget,
  StepUpGiven,
} from '../ports/index.ts'
import type { Texts } from '../texts/texts.ts'
import type { ApprovalMode } from './approve-call.ts'
import type { CallContext } from './call-context.ts'
import { callSignal } from './call-ending.ts'
import { RehearsalEnd, assertMayWrite } from './write-guard.ts'

interface LiveCallParts {
  request: FastifyRequest
  reply: FastifyReply
  lang: Language
  texts: Texts
  caller: Caller | null
  callMs: number
}

/** A call of the console's own: what was stored for it stands in for the request. */
export interface DetachedParts {
  requestId: string
  address: string
  given: { params: unknown; query: unknown; body: unknown }
  lang: Language
  texts: Texts
  caller: Caller
  signal: AbortSignal
  mode: ApprovalMode
}

const NO_APPROVALS: ApprovalMode = { kind: 'plain', port: null }

/** The context of one call; parts that cost something are made when first asked for. */
export class LiveCall implements CallContext {
  readonly requestId: string
  readonly lang: Language
  readonly callerOrNull: Caller | null
  place: CataloguePlace = {}
  message = ''
  detail: Record<string, unknown> = {}
  isCommitted = false
  audit: { port: AuditPort; entry: AuditEntry } | null = null
  /** The gate with what this call carries; null for plain reads. */
  gate: ((target: GateTarget, proof?: { about: string }) => Promise<void>) | null = null
  /** The step-up proof this call used up. */
  stepUp: StepUpGiven | null = null
  mode: ApprovalMode = NO_APPROVALS
  /** What the handler asked the gate before it knew whether an approval is needed; null: it asks at once. */
  postponed: (() => Promise<void>)[] | null = null
  /** What `ctx.approve` does; null in routes without an approval. */
  approval: ((facts: ApprovalFacts, tried?: TriedCall) => Promise<void>) | null = null
  /** It is only tried, before a step-up proof is asked for. */
  isTrial = false
  /** Whether its handler acts on something outside the store, where nothing is taken back. */
  actsOutside = false
  private readonly http: Pick<LiveCallParts, 'request' | 'reply' | 'callMs'> | null
  private readonly detached: DetachedParts | null
  private readonly texts: Texts
  private ending: AbortSignal | null = null

  constructor(parts: LiveCallParts | DetachedParts) {
    this.lang = parts.lang
    this.callerOrNull = parts.caller
    this.texts = parts.texts
    if ('request' in parts) {
      this.requestId = parts.request.id
      this.http = parts
      this.detached = null
    } else {
      this.requestId = parts.requestId
      this.http = null
      this.detached = parts
      this.mode = parts.mode
    }
  }

  get request(): FastifyRequest {
    if (this.http === null) throw new Error('no request stands behind this call')
    return this.http.request
  }

  get reply(): FastifyReply {
    if (this.http === null) throw new Error('no request stands behind this call')
    return this.http.reply
  }

  /** Parameters, query and body as they came. */
  get given(): DetachedParts['given'] {
    return this.detached?.given ?? this.request
  }

  get gameCall(): FastifyRequest['gameCall'] {
    return this.http?.request.gameCall ?? null
  }

  get address(): string {
    return this.detached?.address ?? this.request.ip
  }

  get caller(): Caller {
    if (this.callerOrNull === null) throw new AppError(coreErrors.session_required)
    return this.callerOrNull
  }

  get game(): CallContext['game'] {
    const { gameCall } = this
    if (gameCall === null) throw new AppError(coreErrors.game_signature)
    return gameCall
  }

  get sent(): SentText {
    const { body } = this.given
    if (body instanceof SentText) return body
    throw new AppError(coreErrors.content_type_unsupported, { params: { type: TEXT_TYPE } })
  }

  get sentBytes(): SentBytes {
    const { body } = this.given
    if (body instanceof SentBytes) return body
    throw new AppError(coreErrors.content_type_unsupported, { params: { type: BYTES_TYPE } })
  }

  get signal(): AbortSignal {
    if (this.detached !== null) return this.detached.signal
    const mayHaveActed = () => this.actsOutside || this.isCommitted
    return (this.ending ??= callSignal(this.reply.raw, this.http!.callMs, mayHaveActed))
  }

  text(key: string, params?: TextParams): string {
    return this.texts.get(this.lang, 'texts', key, params)
  }

  say(key: string, params?: TextParams): void {
    this.message = this.text(key, params)
  }

  holds(permission: PermissionTriple): boolean {
    return callerHolds(this.caller, permission, this.place)
  }

  note(detail: Record<string, unknown>): void {
    Object.assign(this.detail, detail)
  }

  changed(before: unknown, after: unknown): void {
    this.note({ before, after })
  }

  fileAt(scope: string): void {
    if (this.audit !== null) this.audit.entry.scope = scope
  }

  confirm(target: GateTarget): Promise<void> {
    const { gate } = this
    if (gate === null) throw new Error('ctx.confirm belongs to routes that change something')
    return this.nowOrLater(() => gate(target))
  }

  async askStepUp(about = ''): Promise<void> {
    const { gate } = this
    if (gate === null) throw new Error('ctx.askStepUp belongs to routes that change something')
    await this.nowOrLater(async () => {
      if (this.stepUp !== null) return
      await gate({ risk: 'R0', place: this.place, targetName: '' }, { about })
      this.note({ stepUp: this.stepUp })
    })
  }

  private async nowOrLater(ask: () => Promise<void>): Promise<void> {
    if (this.isTrial) throw new RehearsalEnd('the trial has come to what it would ask')
    if (this.postponed === null) return ask()
    this.postponed.push(ask)
    return undefined
  }

  get isApproved(): boolean {
    return this.mode.kind === 'execution'
  }

  get stepUpGiven(): string | null {
    return this.stepUp?.way ?? null
  }

  async approve(facts: ApprovalFacts, tried?: TriedCall): Promise<void> {
    if (this.isTrial) {
      await tried?.()
      throw new RehearsalEnd('the trial has come to what it would write')
    }
    if (this.approval === null) throw new Error('ctx.approve belongs to routes that declare an approval')
    return this.approval(facts, tried)
  }

  async commit<DB, T>(change: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
    assertMayWrite()
    const { mode } = this
    if (mode.kind !== 'execution') return this.commitAudited(change)
    return this.commitAudited<DB, T>(async (tx) => {
      await mode.run.committed(tx)
      return change(tx)
    })
  }

  private async commitAudited<DB, T>(change: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
    if (this.audit === null) throw new Error('ctx.commit belongs to audited routes with effect: store')
    const { port, entry } = this.audit
    // Asked for when the change is made: what it was before is often read within.
    const noted = () => ({ ...entry, detail: { ...entry.detail, ...this.detail } })
    const result = await port.commit(noted, change)
    this.isCommitted = true
    return result
  }
}
