import type { Envelope } from '@qd/contract-kit'

export interface CallFailure {
  /** Code of the closed catalogue, or `transport`, `no_answer`, `aborted`. */
  code: string
  message: string
  httpStatus?: number
  envelope?: Envelope
  cause?: unknown
}

/** The only thing a call throws; what the server said about the failure stands in the envelope. */
export class CallError extends Error {
  readonly code: string
  readonly httpStatus: number | undefined
  readonly envelope: Envelope | undefined

  constructor(failure: CallFailure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.name = 'CallError'
    this.code = failure.code
    this.httpStatus = failure.httpStatus
    this.envelope = failure.envelope
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
    return this.envelope?.err?.retryable ?? this.code === 'no_answer'
  }
}

export function isCallError(value: unknown): value is CallError {
  return value instanceof CallError
}
