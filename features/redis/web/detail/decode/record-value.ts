import { fromJson } from '@qd/value-codecs'
import type { Limits } from '@qd/value-codecs'
import { decodeRecords, encodeRecords, readLayout, recordsText } from '@qd/value-codecs/record'
import type { RecordLayout } from '@qd/value-codecs/record'
import type { OpenFault } from './messages.ts'

/** Bytes inside the compression; `isExact`: the old text would have given the old bytes. */
export type Written =
  | { ok: true; bytes: Uint8Array; isExact: boolean }
  | { ok: false; at: number; code: string }

/** null: there is no layout, or it cannot be read. */
export function layoutIn(text: string | null): RecordLayout | null {
  const read = text === null ? null : readLayout(text)
  return read?.ok === true ? read.layout : null
}

/** Records as JSON, one a line; empty where nothing could be read. */
export function readRecords(
  bytes: Uint8Array,
  layoutText: string | null,
  limits: Limits,
): { text: string; fault: OpenFault | null } {
  const layout = layoutIn(layoutText)
  if (layout === null) return { text: '', fault: { in: 'definitions', code: 'layout', at: -1 } }
  const read = decodeRecords(bytes, layout, limits)
  if (read.ok) return { text: recordsText(read.node), fault: null }
  const { fault, partial } = read
  return { text: partial === null ? '' : recordsText(partial), fault: { in: 'format', ...fault } }
}

/** The bytes of records that were edited as JSON. */
export function writeRecords(
  text: string,
  bytes: Uint8Array,
  layoutText: string | null,
  limits: Limits,
): Written {
  const layout = layoutIn(layoutText)
  if (layout === null) return { ok: false, at: 0, code: 'layout' }
  const before = decodeRecords(bytes, layout, limits)
  const read = fromJson(text, before.ok ? before.node : null)
  const made = read.ok ? encodeRecords(read.node, layout, bytes) : read
  if (!made.ok) return { ok: false, at: made.fault.at + 1, code: made.fault.code }
  return { ok: true, bytes: made.bytes, isExact: before.ok && before.isExact }
}
