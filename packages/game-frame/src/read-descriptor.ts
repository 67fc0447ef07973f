import type { FrameDescriptor } from './frame-descriptor.ts'
import { layoutOf } from './header-layout.ts'
import { anyOf, flag, listOf, object, oneOf, recordOf, smallJson, text, whole, WrongShape } from './shapes.ts'
import type { Shape } from './shapes.ts'
import { openFrames } from './open-frames.ts'

/** A layout, or which of its values is wrong and why. */
export type ReadDescriptor =
  | { ok: true; descriptor: FrameDescriptor }
  | { ok: false; path: string; reason: string }

const U32 = 0xff_ff_ff_ff
const MAX_FIELD = 0x1f_ff_ff_ff

const label = text(/^[A-Za-z][\w-]{0,39}$/, 'a letter and up to 39 letters, digits, _ or -')
const u32 = whole(0, U32)
const digits = text(/^\d{1,20}$/, 'digits')
const number = anyOf('a whole number up to 2^53, or its digits', whole(0, Number.MAX_SAFE_INTEGER), digits)
const value = anyOf(
  'a whole number, or a text up to 255 characters',
  whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  text(/^.{0,255}$/su, 'a text'),
)
const direction = oneOf('request', 'reply')

const headerField = object(
  {
    name: oneOf('length', 'cmd', 'seq', 'marker', 'status', 'flags', 'const', 'crc', 'custom'),
    type: oneOf('u8', 'u16', 'u24', 'u32', 'u64', 'varint', 'text8'),
  },
  {
    endian: oneOf('big', 'little'),
    value: number,
    direction,
    label,
    default: value,
    defaultPush: value,
    when: object({ field: label, is: listOf(u32, 1, 32) }, { mask: whole(1, U32) }),
    at: oneOf('end'),
    check: object({
      kind: oneOf('crc32', 'crc16-modbus', 'crc16-ccitt', 'adler32', 'sum', 'xor'),
      over: oneOf('body', 'all'),
    }),
    numberBit: whole(1, U32),
  },
)

const envelopeField = { field: whole(1, MAX_FIELD) }
const as = { as: oneOf('int', 'sint', 'text') }
const oneField = object(envelopeField, as)
const envelope = object(
  { cmd: anyOf('a field or oneof', oneOf('oneof'), oneField) },
  {
    seq: oneField,
    status: oneField,
    body: object(envelopeField),
    errorCmd: whole(1, MAX_FIELD),
    more: listOf(object({ label, ...envelopeField }, { ...as, default: value }), 0, 16),
  },
)

const jsonPath = listOf(anyOf('a number or a name', whole(0, MAX_FIELD), text(/^.{1,100}$/u, 'a name')), 0, 8)
const hex = text(/^([0-9A-Fa-f]{2}){1,256}$/, 'pairs of hex digits')
const cipher = object(
  {
    kind: oneOf('xor', 'rc4', 'aes-cbc', 'aes-ctr', 'aes-ecb'),
    key: anyOf(
      '{hex}, {text} or {reply, path}',
      object({ hex }),
      object({ text: text(/^.{1,256}$/su, 'a text') }),
      object(
        { reply: u32 },
        {
          path: jsonPath,
        },
      ),
    ),
  },
  {
    iv: text(/^(prefix|[0-9A-Fa-f]{32})$/, 'prefix or 32 hex digits'),
    continues: flag,
    clear: listOf(u32, 0, 100),
  },
)

const compression = object(
  { kind: oneOf('zlib', 'gzip', 'deflate') },
  { flag: whole(1, U32), over: whole(0, 16_777_216), direction },
)

const fields = recordOf(label, value, 16)
const sendStep = object({ send: object({}, { cmd: u32, fields, json: smallJson, hex }) })
const waitStep = object({
  wait: object(
    {},
    {
      cmd: u32,
      fields,
      ok: object({
        path: jsonPath,
        is: listOf(anyOf('a number, a text, true or false', value, flag), 1, 16),
      }),
      heartbeat: jsonPath,
      routes: jsonPath,
    },
  ),
})
const openingStep: Shape = (step, path) => {
  const isWait = typeof step === 'object' && step !== null && 'wait' in step
  ;(isWait ? waitStep : sendStep)(step, path)
}

const shape = object(
  {
    name: text(/^[\w.-]{1,40}$/, 'up to 40 letters, digits, _, . or -'),
    header: listOf(headerField, 0, 16),
    maxFrameBytes: whole(8, 16_777_216),
  },
  {
    lengthCovers: oneOf('all', 'afterLength', 'body'),
    heartbeat: object({ cmd: u32, everySeconds: whole(1, 3_600) }, { fields }),
    opening: listOf(openingStep, 1, 16),
    transport: oneOf('websocket', 'tcp'),
    body: oneOf('protobuf', 'json', 'msgpack', 'raw'),
    resync: flag,
    routes: recordOf(text(/^.{1,255}$/u, 'a text up to 255 characters'), u32, 10_000),
    cipher,
    compression,
    envelope,
  },
)

function checkEnvelope(descriptor: FrameDescriptor): void {
  const { cmd, seq, status, body, more = [] } = descriptor.envelope!
  if (cmd !== 'oneof' && !body) throw new WrongShape('envelope.body', 'is missing')
  if (cmd === 'oneof' && body) throw new WrongShape('envelope.body', 'has no place beside oneof')
  const fields = [cmd === 'oneof' ? undefined : cmd, seq, status, body, ...more].flatMap(
    (each) => each?.field ?? [],
  )
  if (new Set(fields).size < fields.length)
    throw new WrongShape('envelope', 'two parts have the same field number')
  if (new Set(more.map((each) => each.label)).size < more.length) {
    throw new WrongShape('envelope.more', 'two fields have the same label')
  }
}

function checkWhole(descriptor: FrameDescriptor): void {
  for (const way of ['request', 'reply'] as const) {
    try {
      layoutOf(descriptor, way)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new WrongShape('header', error.message)
    }
  }
  if (descriptor.envelope) checkEnvelope(descriptor)
  if (!descriptor.cipher) return
  // A reader must know the command before it deciphers the body.
  const saysCommand = (way: string) =>
    descriptor.header.some(({ name, when, direction: only = way }) => name === 'cmd' && !when && only === way)
  const isKnown = !descriptor.envelope && saysCommand('request') && saysCommand('reply')
  if (descriptor.cipher.clear && !isKnown) {
    throw new WrongShape('cipher.clear', 'needs a command in the header of every frame')
  }
  try {
    openFrames(descriptor)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new WrongShape('cipher.key', error.message)
  }
}

/** Reads a layout from data of any origin. What a sample frame makes of it, `previewFrame` says. */
export function readDescriptor(data: unknown): ReadDescriptor {
  try {
    shape(data, '')
    const descriptor = data as FrameDescriptor
    checkWhole(descriptor)
    return { ok: true, descriptor }
  } catch (error) {
    if (error instanceof WrongShape) return { ok: false, path: error.path, reason: error.message }
    throw error
  }
}
