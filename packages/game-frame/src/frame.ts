import type { FieldValue } from './frame-descriptor.ts'

/** A frame without its layout: `seq` 0 marks a push, `status` 0 success (a request has none: 0). */
export interface Frame {
  cmd: number
  seq: number
  status: number
  body: Uint8Array
  /** The command as a text, where the layout has it as one; its number is 0 when no table names it. */
  route?: string
  /** Flags, custom fields, and the exact text of a command, sequence or status above 2^53. */
  fields?: Record<string, FieldValue>
}

export type FrameFault =
  /** Of the stream: the cut is lost. */
  | 'too_short'
  | 'too_long'
  | 'wrong_marker'
  | 'bad_number'
  /** Of one frame: its cut is right, its body cannot be trusted or read. */
  | 'bad_crc'
  | 'bad_cipher'
  | 'bad_compression'
  | 'inflates_too_far'
  | 'bad_envelope'
  | 'bad_key'

/** What is wrong, and at which byte of the stream of its direction. */
export interface FrameProblem {
  fault: FrameFault
  offset: number
  reason: string
}

/** A frame as it came: with its bytes, its place in the stream, and what is wrong with its body. */
export interface DecodedFrame extends Frame {
  /** The whole frame as it travelled; bodies that are neither ciphered nor compressed are a part of it. */
  raw: Uint8Array
  /** Of its first byte in the stream of its direction. */
  offset: number
  problem?: FrameProblem
}

/** Bytes passed over on the way to the next marker. */
export interface SkippedBytes extends FrameProblem {
  bytes: number
}

interface Found {
  frames: DecodedFrame[]
  skipped: SkippedBytes[]
}
export type DecodedFrames = ({ ok: true } & Found) | ({ ok: false } & Found & FrameProblem)

/** The command with which a player enters the game socket (S3.11). */
export const ENTER_COMMAND = 1001

/** The sequence after `seq`: 1 first, and 1 again after the largest u32, because 0 means push. */
export function nextSequence(seq: number): number {
  return seq >= 0xff_ff_ff_ff ? 1 : seq + 1
}
