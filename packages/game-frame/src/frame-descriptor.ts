/** Where a frame travels: the console asks, the game answers or pushes. */
export type FrameDirection = 'request' | 'reply'

export type HeaderFieldName =
  | 'length'
  | 'cmd'
  | 'seq'
  | 'marker'
  | 'status'
  | 'flags'
  | 'const'
  | 'crc'
  | 'custom'
/** `text8` is a text behind one byte with its length, as routes travel. */
export type HeaderFieldType = 'u8' | 'u16' | 'u24' | 'u32' | 'u64' | 'varint' | 'text8'
/** A number; above 2^53 its decimal digits as text. */
export type FieldValue = number | string

export type CheckKind = 'crc32' | 'crc16-modbus' | 'crc16-ccitt' | 'adler32' | 'sum' | 'xor'

/** One header field; without `direction` it stands in both, `value` makes it a constant. */
export interface HeaderField {
  name: HeaderFieldName
  type: HeaderFieldType
  /** Big when absent. */
  endian?: 'big' | 'little'
  value?: FieldValue
  direction?: FrameDirection
  /** The key of `Frame.fields` for `flags` and `custom`; their name when absent. */
  label?: string
  /** Written when the frame does not say it. */
  default?: FieldValue
  /** The same for a frame without sequence: a push, or a request that wants no reply. */
  defaultPush?: FieldValue
  /** The field stands only when an earlier one, cut down by `mask`, has one of these values. */
  when?: { field: string; mask?: number; is: number[] }
  /** Behind the body instead of before it. */
  at?: 'end'
  /** How a `crc` is made, and over what; `all` counts its own bytes as 0. */
  check?: { kind: CheckKind; over: 'body' | 'all' }
  /** Of `flags`: the bits that say that the command travels as a number, where it may also be a text. */
  numberBit?: number
}

/** A field of an envelope: its protobuf number, and how it is written. `int` is int32, int64, uint or bool. */
export interface EnvelopeField {
  field: number
  as?: 'int' | 'sint' | 'text'
}

/** The frame itself is a protobuf message (behind a header, if there is one). */
export interface FrameEnvelope {
  /** `oneof`: the number of the field that is set is the command, and its bytes are the body. */
  cmd: EnvelopeField | 'oneof'
  seq?: EnvelopeField
  status?: EnvelopeField
  /** Required unless the command is `oneof`. */
  body?: EnvelopeField
  /** Of `oneof`: the command that means a failure; its frames have status 1. */
  errorCmd?: number
  /** More fields, kept in `Frame.fields` by their label. */
  more?: (EnvelopeField & { label: string; default?: FieldValue })[]
}

export type CipherKind = 'xor' | 'rc4' | 'aes-cbc' | 'aes-ctr' | 'aes-ecb'
/** Bytes as hex digits or as a text; or what a reply of the game brings, found by protobuf numbers or JSON names. */
export type CipherKey = { hex: string } | { text: string } | { reply: number; path?: (number | string)[] }

/** How bodies are made unreadable; a body without a key yet travels in the clear. */
export interface FrameCipher {
  kind: CipherKind
  key: CipherKey
  /** Of aes-cbc and aes-ctr: hex digits of 16 bytes, or the first 16 bytes of each body. */
  iv?: string
  /** Of xor, rc4 and aes-ctr: the key stream goes on from frame to frame instead of starting again. */
  continues?: boolean
  /** Commands that always travel in the clear. */
  clear?: number[]
}

export interface FrameCompression {
  kind: 'zlib' | 'gzip' | 'deflate'
  /** Bits of the `flags` field that say that a body is compressed. Absent: seen by the first bytes of the body. */
  flag?: number
  /** Bodies from this size on are compressed when they are sent; 1024 when absent. */
  over?: number
  /** Absent: both. */
  direction?: FrameDirection
}

/** A step before the first command: a frame of the client, or one of the game that is waited for. */
export type OpeningStep =
  | { send: { cmd?: number; fields?: Record<string, FieldValue>; json?: unknown; hex?: string } }
  | {
      wait: {
        /** Which frame it is; other frames are passed over. */
        cmd?: number
        fields?: Record<string, FieldValue>
        /** A value of its JSON says whether the game opens. */
        ok?: { path: (string | number)[]; is: (string | number | boolean)[] }
        /** Where its JSON says the seconds between two heartbeats; none there: the game wants no heartbeat. */
        heartbeat?: (string | number)[]
        /** Where its JSON has the numbers of commands by their texts. */
        routes?: (string | number)[]
      }
    }

/** The layout of a game's frames as data, so that another layout needs no code (S7.22). Not changed once in use. */
export interface FrameDescriptor {
  name: string
  header: HeaderField[]
  /** What the length field counts: the whole frame, the bytes after the field, or the body alone. */
  lengthCovers?: 'all' | 'afterLength' | 'body'
  /** Bytes of one whole frame, header included, and of a body after it is inflated. */
  maxFrameBytes: number
  /** The command a client sends so that the game keeps an idle socket open. */
  heartbeat?: { cmd: number; everySeconds: number; fields?: Record<string, FieldValue> }
  /** What client and game say to each other before the first command. */
  opening?: OpeningStep[]
  /** How frames travel. Over `websocket` a layout without length field makes each message one frame. */
  transport?: 'websocket' | 'tcp'
  /** What the bodies are written in; protobuf when absent. */
  body?: 'protobuf' | 'json' | 'msgpack' | 'raw'
  /** After bytes that are no frame, goes on at the next marker instead of giving up. */
  resync?: boolean
  /** Commands that travel as texts, and their numbers. */
  routes?: Record<string, number>
  cipher?: FrameCipher
  compression?: FrameCompression
  envelope?: FrameEnvelope
}
