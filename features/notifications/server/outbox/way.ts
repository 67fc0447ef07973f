import type { DeliveryRow, NoticeRow } from '../notification-tables.ts'

/** To be tried again. */
export interface Later {
  kind: 'later'
  /**
   * What it lies in. `receiver`: nothing else would arrive there now. `either`: the connection broke in the middle, which
   * one message that is not understood can do each time.
   */
  what: 'receiver' | 'delivery' | 'either'
  status: number | null
  fault: string
  /** The receiver asked for so long. */
  afterMs?: number
}

/** What came of one try. */
export type Outcome =
  | { kind: 'sent'; status: number | null }
  | Later
  | { kind: 'never'; status: number | null; fault: string }

export interface Sending {
  delivery: DeliveryRow
  notice: NoticeRow
  /** Ends with the lease, and when the node stops. */
  signal: AbortSignal
}

/** One kind of receiver. */
export interface OutWay {
  readonly name: DeliveryRow['way']
  /** Tried for so long. */
  readonly giveUpMs: number
  /** What deliveries wait for each other: one receiver, or a server they all go through. */
  laneOf(target: string): string
  send(sending: Sending): Promise<Outcome>
}
