import { encodeFrame } from './encode-frame.ts'
import { ENTER_COMMAND } from './frame-descriptor.ts'
import type { Frame, FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import { FrameDecoder } from './frame-decoder.ts'

/** A sample frame there and back as hex, or why the layout cannot frame anything. */
export type FramePreview = { ok: true; request: string; reply: string } | { ok: false; reason: string }

const SAMPLE: Frame = { cmd: ENTER_COMMAND, seq: 1, status: 0, body: Uint8Array.of(0x08, 0x01) }

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

function roundTrip(descriptor: FrameDescriptor, direction: FrameDirection): FramePreview | string {
  const bytes = encodeFrame(descriptor, direction, SAMPLE)
  const decoded = new FrameDecoder(descriptor, direction).push(bytes)
  if (!decoded.ok) return { ok: false, reason: decoded.reason }
  const [frame] = decoded.frames
  const isSame = frame?.cmd === SAMPLE.cmd && hexOf(frame.body) === hexOf(SAMPLE.body)
  return isSame ? hexOf(bytes) : { ok: false, reason: 'a sample frame does not come back as it was' }
}

/** Encodes and decodes one frame in both directions: proves that a layout given as data works. Never throws. */
export function previewFrame(descriptor: FrameDescriptor): FramePreview {
  try {
    const request = roundTrip(descriptor, 'request')
    if (typeof request !== 'string') return request
    const reply = roundTrip(descriptor, 'reply')
    return typeof reply === 'string' ? { ok: true, request, reply } : reply
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: error.message }
    throw error
  }
}
