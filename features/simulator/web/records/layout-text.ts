import { previewFrame, readDescriptor } from '@qd/game-frame'
import { readObject } from '../compose/draft.ts'

/** What the text of a layout makes of a sample frame, or why it frames nothing and where. */
export type LayoutText =
  | { ok: true; layout: Record<string, unknown>; request: string; reply: string }
  | { ok: false; fault: 'json'; from: number; to: number }
  | { ok: false; fault: 'value'; path: string; reason: string }

export function readLayout(text: string): LayoutText {
  const read = readObject(text)
  if (!read.ok) return { ok: false, fault: 'json', from: read.fault.from, to: read.fault.to }
  const checked = readDescriptor(read.value)
  if (!checked.ok) return { ok: false, fault: 'value', path: checked.path, reason: checked.reason }
  const preview = previewFrame(checked.descriptor)
  if (!preview.ok) return { ok: false, fault: 'value', path: '', reason: preview.reason }
  return { ok: true, layout: read.value, request: preview.request, reply: preview.reply }
}

export function nameOfLayout(layout: unknown): string {
  const read = readDescriptor(layout)
  return read.ok ? read.descriptor.name : '–'
}
