import { z } from '@qd/contract-kit'
import { FRAME_PRESETS, QD1, previewFrame, readDescriptor } from '@qd/game-frame'
import type { FrameDescriptor, FramePreview } from '@qd/game-frame'

const textOf = (codec: unknown) => JSON.stringify(codec, null, 2)

/** Names of the ready layouts. */
export const PRESET_NAMES: readonly string[] = [...FRAME_PRESETS.keys()]
export const DEFAULT_CODEC = textOf(QD1)

/** A layout as the form shows it. */
export function codecToText(codec: unknown): string {
  return textOf(codec)
}

export function presetText(name: string): string {
  return textOf(FRAME_PRESETS.get(name) ?? QD1)
}

/** What a layout is called: its preset or its own name. */
export function codecName(codec: unknown): string {
  const name = typeof codec === 'object' && codec !== null && 'name' in codec ? codec.name : ''
  return typeof name === 'string' ? name : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The preset a text spells, else null. */
export function presetOf(text: string): string | null {
  const found = [...FRAME_PRESETS].find(
    ([, preset]) => JSON.stringify(preset) === JSON.stringify(parsed(text)),
  )
  return found?.[0] ?? null
}

/** A sample frame under the layout of the text, or what is wrong in it; null while the text is no JSON object. */
export function previewOf(text: string): FramePreview | null {
  const given = parsed(text)
  if (typeof given !== 'object' || given === null) return null
  const read = readDescriptor(given)
  return read.ok ? previewFrame(read.descriptor) : { ok: false, reason: `${read.path} ${read.reason}` }
}

/** The text of a layout, read: JSON of the right shape that frames something. */
export const codecText = z.pipe(
  z.string().check(z.refine((text) => previewOf(text)?.ok === true)),
  z.transform((text: string) => parsed(text) as FrameDescriptor),
)
