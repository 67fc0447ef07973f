/** Where a frame travels: the console asks, the game answers or pushes. */
export type FrameDirection = 'request' | 'reply'

export type HeaderFieldName = 'length' | 'cmd' | 'seq' | 'marker' | 'status'
export type HeaderFieldType = 'u8' | 'u16' | 'u24' | 'u32'

/** One fixed-width header field; without `direction` it stands in both, `value` makes it a constant. */
export interface HeaderField {
  name: HeaderFieldName
  type: HeaderFieldType
  endian?: 'big' | 'little'
  value?: number
  direction?: FrameDirection
}

/** The layout of a game's frames as data, so that another layout needs no code (S7.22). */
export interface FrameDescriptor {
  name: string
  header: HeaderField[]
  /** What the length field counts: the whole frame, the bytes after the field, or the body alone. */
  lengthCovers: 'all' | 'afterLength' | 'body'
  /** Bytes of one whole frame, header included. */
  maxFrameBytes: number
  /** The command a client sends so that the game keeps an idle socket open. */
  heartbeat?: { cmd: number; everySeconds: number }
}

/** A frame without its layout: `seq` 0 marks a push, `status` 0 success (a request has none: 0). */
export interface Frame {
  cmd: number
  seq: number
  status: number
  body: Uint8Array
}

/** The command with which a player enters the game socket (S3.11). */
export const ENTER_COMMAND = 1001

/** The preset of the standard contract; the marker spells "QD". */
export const QD1: FrameDescriptor = {
  name: 'qd-1',
  header: [
    { name: 'length', type: 'u32' },
    { name: 'cmd', type: 'u32' },
    { name: 'seq', type: 'u32' },
    { name: 'marker', type: 'u16', value: 0x5144 },
    { name: 'status', type: 'u8', direction: 'reply' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 1_048_576,
  heartbeat: { cmd: 1002, everySeconds: 20 },
}

export const FRAME_PRESETS: ReadonlyMap<string, FrameDescriptor> = new Map([[QD1.name, QD1]])

/** The sequence after `seq`: 1 first, and 1 again after the largest u32, because 0 means push. */
export function nextSequence(seq: number): number {
  return seq >= 0xff_ff_ff_ff ? 1 : seq + 1
}
