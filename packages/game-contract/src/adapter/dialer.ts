import type { WebSocket } from 'ws'
import type { Networks } from './networks.ts'

export interface DialRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Uint8Array
  timeoutMs: number
  /** The answer is cut off, and the call fails, at more bytes than this. */
  maxBytes: number
  networks: Networks
  signal?: AbortSignal
}

export interface DialAnswer {
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface DialSocketRequest {
  networks: Networks
  timeoutMs: number
  maxPayloadBytes: number
  signal?: AbortSignal
}

/** The one guarded way out of the process; it never follows a redirect, and rejects with DialError. */
export interface Dialer {
  fetch: (url: string, request: DialRequest) => Promise<DialAnswer>
  /** Resolves with an open socket whose payloads arrive as Buffers. */
  webSocket: (url: string, request: DialSocketRequest) => Promise<WebSocket>
}

/**
 * Why nothing usable came back. `refused_address` is the guard's own refusal; `unreachable` means that nothing
 * was sent; after `cut`, `timeout` and `too_large` the other side may have acted.
 */
export type DialFault = 'refused_address' | 'unreachable' | 'timeout' | 'too_large' | 'cut' | 'aborted'

/** Why an address was not reached or gave no whole answer. */
export class DialError extends Error {
  readonly fault: DialFault

  constructor(fault: DialFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DialError'
    this.fault = fault
  }
}
