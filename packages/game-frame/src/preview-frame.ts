import type { FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import { ENTER_COMMAND } from './frame.ts'
import type { Frame } from './frame.ts'
import { openFrames } from './open-frames.ts'
import type { Frames } from './open-frames.ts'

/** A sample frame there and back as hex, or why the layout cannot frame anything. */
export type FramePreview = { ok: true; request: string; reply: string } | { ok: false; reason: string }

const BODY = Uint8Array.of(0x08, 0x01)
/** Fits each cipher, for layouts whose key comes only with a reply. */
const SAMPLE_KEY = new Uint8Array(16).fill(7)

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/** Whether every command travels as a text. */
function hasTextsOnly({ header, envelope }: FrameDescriptor): boolean {
  if (envelope) return envelope.cmd !== 'oneof' && envelope.cmd.as === 'text'
  const commands = header.filter(({ name }) => name === 'cmd')
  return commands.length > 0 && commands.every(({ type }) => type === 'text8')
}

/** A command the layout can carry: of its table, any text, or a number. */
function sampleOf(descriptor: FrameDescriptor): Frame {
  const { routes = {}, cipher } = descriptor
  // The reply that brings the key would have to hold one.
  const keyReply = cipher && 'reply' in cipher.key ? cipher.key.reply : null
  const rest = { seq: 1, status: 0, body: BODY }
  const named = Object.values(routes).find((cmd) => cmd !== keyReply)
  if (named !== undefined) return { cmd: named, ...rest }
  if (hasTextsOnly(descriptor)) return { cmd: 0, route: 'sample', ...rest }
  return { cmd: keyReply === ENTER_COMMAND ? ENTER_COMMAND + 1 : ENTER_COMMAND, ...rest }
}

interface Ends {
  client: Frames
  server: Frames
}

function roundTrip(ends: Ends, direction: FrameDirection, sample: Frame): FramePreview | string {
  const [writer, reader] = direction === 'request' ? [ends.client, ends.server] : [ends.server, ends.client]
  const bytes = writer.encode(direction, sample)
  const decoded = reader.push(direction, bytes)
  if (!decoded.ok) return { ok: false, reason: decoded.reason }
  const [frame] = decoded.frames
  if (frame?.problem) return { ok: false, reason: frame.problem.reason }
  const isSame =
    frame?.cmd === sample.cmd &&
    (sample.route === undefined || frame.route === sample.route) &&
    hexOf(frame.body) === hexOf(sample.body)
  return isSame ? hexOf(bytes) : { ok: false, reason: 'a sample frame does not come back as it was' }
}

function bothWays(descriptor: FrameDescriptor): FramePreview {
  const ends = { client: openFrames(descriptor), server: openFrames(descriptor) }
  if (descriptor.cipher && 'reply' in descriptor.cipher.key) {
    ends.client.setKey(SAMPLE_KEY)
    ends.server.setKey(SAMPLE_KEY)
  }
  const sample = sampleOf(descriptor)
  const request = roundTrip(ends, 'request', sample)
  if (typeof request !== 'string') return request
  const reply = roundTrip(ends, 'reply', sample)
  return typeof reply === 'string' ? { ok: true, request, reply } : reply
}

/** Encodes and decodes one frame in both directions: proves that a layout given as data works. Never throws. */
export function previewFrame(descriptor: FrameDescriptor): FramePreview {
  try {
    return bothWays(descriptor)
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: error.message }
    throw error
  }
}
