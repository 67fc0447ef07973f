import { AppError, BYTES_TYPE, TEXT_TYPE, coreErrors } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { SentBytes } from '../body/sent-bytes.ts'
import { SentText } from '../body/sent-text.ts'
import { callerHolds } from '../ports/index.ts'
import type {
  AuditEntry,
  AuditPort,
  Caller,
  CataloguePlace,
  GateTarget,
  StepUpGiven,
} from '../ports/index.ts'
import type { Texts } from '../texts/texts.ts'
import type { CallContext } from './call-context.ts'

/** Our own deadline for a whole call: below the 90 s of the browser (S9.01), so that we answer first. */
const CALL_DEADLINE_MS = 60_000

interface LiveCallParts {
  request: FastifyRequest
  reply: FastifyReply
  lang: Language
  texts: Texts
  caller: Caller | null
}

/** The context of one call; parts that cost something are made when first asked for. */
export class LiveCall implements CallContext {
  readonly requestId: string
  readonly lang: Language
  readonly callerOrNull: Caller | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  place: CataloguePlace = {}
  message = ''
  detail: Record<string, unknown> = {}
  isCommitted = false
  audit: { port: AuditPort; entry: AuditEntry } | null = null
  /** The gate with what this call carries; null for plain reads. */
  gate: ((target: GateTarget, proof?: { about: string }) => Promise<void>) | null = null
  /** The step-up proof this call used up. */
  stepUp: StepUpGiven | null = null
  private readonly texts: Texts
  private ending: AbortSignal | null = null

  constructor(parts: LiveCallParts) {
    this.requestId = parts.request.id
    this.lang = parts.lang
    this.callerOrNull = parts.caller
    this.request = parts.request
    this.reply = parts.reply
    this.texts = parts.texts
  }

  get address(): string {
    return this.request.ip
  }

  get caller(): Caller {
    if (this.callerOrNull === null) throw new AppError(coreErrors.session_required)
    return this.callerOrNull
  }

  get game(): CallContext['game'] {
    const { gameCall } = this.request
    if (gameCall === null) throw new AppError(coreErrors.game_signature)
    return gameCall
  }

  get sent(): SentText {
    const { body } = this.request
    if (body instanceof SentText) return body
    throw new AppError(coreErrors.content_type_unsupported, { params: { type: TEXT_TYPE } })
  }

  get sentBytes(): SentBytes {
    const { body } = this.request
    if (body instanceof SentBytes) return body
    throw new AppError(coreErrors.content_type_unsupported, { params: { type: BYTES_TYPE } })
  }

  get signal(): AbortSignal {
    if (this.ending === null) {
      const aborter = new AbortController()
      this.reply.raw.once('close', () => aborter.abort())
      this.ending = AbortSignal.any([aborter.signal, AbortSignal.timeout(CALL_DEADLINE_MS)])
    }
    return this.ending
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
    if (this.gate === null) throw new Error('ctx.confirm belongs to routes that change something')
    return this.gate(target)
  }

  async askStepUp(about = ''): Promise<void> {
    if (this.gate === null) throw new Error('ctx.askStepUp belongs to routes that change something')
    if (this.stepUp !== null) return
    await this.gate({ risk: 'R0', place: this.place, targetName: '' }, { about })
    this.note({ stepUp: this.stepUp })
  }

  async commit<DB, T>(change: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
    if (this.audit === null) throw new Error('ctx.commit belongs to audited routes with effect: store')
    const { port, entry } = this.audit
    // Asked for when the change is made: what it was before is often read within.
    const noted = () => ({ ...entry, detail: { ...entry.detail, ...this.detail } })
    const result = await port.commit(noted, change)
    this.isCommitted = true
    return result
  }
}
