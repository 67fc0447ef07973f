import type { FrameDescriptor } from '@qd/game-frame'

export type BodyKind = NonNullable<FrameDescriptor['body']>

const KINDS: readonly unknown[] = ['protobuf', 'json', 'msgpack', 'raw'] satisfies BodyKind[]

/** How the bodies of a layout are written; protobuf unless it says otherwise. */
export function bodyKindOf(layout: unknown): BodyKind {
  const { body } = (layout ?? {}) as { body?: unknown }
  return KINDS.includes(body) ? (body as BodyKind) : 'protobuf'
}

/** Bytes as text; null when they are no UTF-8. */
export function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
