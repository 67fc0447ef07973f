import { framePartsOf } from '@qd/game-frame'
import type { FrameDescriptor, FramePart } from '@qd/game-frame'
import type { FrameSummary } from '../../contract/index.ts'

/** One field of a frame's header, with its bytes. */
export interface HeaderPart {
  /** Empty: no field covers the bytes. */
  name: string
  type: string
  from: number
  to: number
  /** As a number in hex or decimal, or a text; empty where it is none. */
  value: string
}

function shown({ field, value, from, to }: FramePart): HeaderPart {
  const { label = '', name = '', type = '' } = field ?? {}
  const isConstant = field?.value !== undefined
  const text = isConstant && typeof value === 'number' ? `0x${value.toString(16)}` : String(value ?? '')
  return { name: label || name, type, from, to, value: text }
}

function partsOf(layout: unknown, direction: 'request' | 'reply', raw: Uint8Array): FramePart[] {
  try {
    if (layout !== null && layout !== undefined) {
      return framePartsOf(layout as FrameDescriptor, direction, raw)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return [{ field: null, value: null, from: 0, to: raw.length }]
}

/**
 * The header of a frame field by field, by the layout of its connection, and the fields behind its body. Bytes between
 * them that no field covers and that are not the body stand together.
 */
export function headerParts(layout: unknown, frame: FrameSummary, bytes: Uint8Array): HeaderPart[] {
  const { size, bodyAt, bodySize } = frame
  const direction = frame.direction === 'request' ? 'request' : 'reply'
  return partsOf(layout, direction, bytes.subarray(0, size))
    .flatMap((part) => {
      if (part.field !== null) return [part]
      // An envelope holds the body somewhere within; a body that travelled sealed stands behind the frame.
      const bodyEnd = bodyAt + bodySize
      const before = { ...part, to: Math.max(part.from, Math.min(part.to, bodyAt)) }
      const after = { ...part, from: Math.min(part.to, Math.max(part.from, bodyEnd)) }
      return [before, after].filter(({ from, to }) => from < to)
    })
    .map(shown)
}
