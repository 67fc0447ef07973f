/** A failure as a program reads it; `msg` of the envelope is for people. */
export interface EnvelopeError {
  code: string
  retryable: boolean
  /** Dotted path of the input field that is wrong. */
  field?: string
  details?: unknown
}

/** Every answer, whatever its HTTP code (S8.01): status 0 is success, else the HTTP code. */
export interface Envelope<T = unknown> {
  status: number
  msg: string
  data: T
  requestId: string
  err?: EnvelopeError
  doc?: unknown
  notification?: string
}

/** Whether a foreign value is an envelope; accepts `s` for `status` (S8.01). */
export function readEnvelope(value: unknown): Envelope | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Record<string, unknown>
  const status = raw['status'] ?? raw['s']
  if (typeof status !== 'number' && raw['doc'] === undefined) return null
  return {
    ...(raw as unknown as Envelope),
    status: typeof status === 'number' ? status : 0,
    msg: typeof raw['msg'] === 'string' ? raw['msg'] : '',
  }
}
