import type { Envelope } from '@qd/contract-kit'
import { kitText } from './i18n/kit-text.ts'

export interface CallFailure {
  /** Code of the closed catalogue, or `transport`, `no_answer`, `not_sent`, `aborted`. */
  code: string
  message: string
  httpStatus?: number
  envelope?: Envelope
  cause?: unknown
  /** Of `aborted`: it was handed in for approval instead. */
  isHandedIn?: boolean
}

/** Codes of failures whose message says all by itself (S8.04). */
const UNTAGGED = new Set(['transport', 'no_answer', 'not_sent', 'aborted'])

/** The only thing a call throws; what the server said about the failure stands in the envelope. */
export class CallError extends Error {
  readonly code: string
  readonly httpStatus: number | undefined
  readonly envelope: Envelope | undefined
  /** It was not carried out because it was handed in for approval: who sent it is done with it. */
  readonly isHandedIn: boolean
  /** What the page or part that asked is called; empty until the call knows. */
  tag = ''

  constructor(failure: CallFailure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.name = 'CallError'
    this.code = failure.code
    this.httpStatus = failure.httpStatus
    this.envelope = failure.envelope
    this.isHandedIn = failure.isHandedIn === true
  }

  /** What stands before the message: `tag:请求失败:` (S8.02), nothing before one of S8.04. */
  get lead(): string {
    if (UNTAGGED.has(this.code)) return ''
    const named = this.tag === '' ? [] : [this.tag]
    return [...named, kitText('call.failed'), ''].join(kitText('call.separator'))
  }

  /** The failure in the words of S8.02: `tag:请求失败:msg`. */
  get told(): string {
    return `${this.lead}${this.message}`
  }

  get field(): string | undefined {
    return this.envelope?.err?.field
  }

  get details(): unknown {
    return this.envelope?.err?.details
  }

  get data(): unknown {
    return this.envelope?.data
  }

  get requestId(): string | undefined {
    return this.envelope?.requestId
  }

  get isRetryable(): boolean {
    return this.envelope?.err?.retryable ?? (this.code === 'no_answer' || this.code === 'not_sent')
  }
}

export function isCallError(value: unknown): value is CallError {
  return value instanceof CallError
}
