import { parseJsonText } from '@qd/canonical-json'
import { readDescriptor } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'

/** The first line is a layout and a few words. */
const HEAD_CHARACTERS = 262_144

/** What a kept time line says of itself, with all of its text. */
export interface KeptText {
  /** How its frames are cut; null where that cannot be read. */
  layout: FrameDescriptor | null
  /** Of the definition its frames were read with; null in those of earlier releases. */
  definition: string | null
  /** Its text, from the first line. */
  text: AsyncIterable<string>
  close(): Promise<unknown>
}

function headOf(first: string): Record<string, unknown> | null {
  try {
    return parseJsonText(first.split('\n', 1)[0]!) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** Reads the head of a kept time line. What is broken shows when the text is read. */
export async function openKeptText(pieces: AsyncGenerator<string>): Promise<KeptText> {
  let first = ''
  let broken: { error: unknown } | null = null
  try {
    while (!first.includes('\n') && first.length < HEAD_CHARACTERS) {
      const { value, done } = await pieces.next()
      if (done === true) break
      first += value
    }
  } catch (error) {
    broken = { error }
  }
  async function* text(): AsyncGenerator<string> {
    try {
      yield first
      if (broken !== null) throw broken.error
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  const head = headOf(first)
  const read = readDescriptor(head?.['layout'])
  const definition = head?.['definition']
  return {
    layout: read.ok ? read.descriptor : null,
    definition: typeof definition === 'string' ? definition : null,
    text: text(),
    close: () => pieces.return(undefined),
  }
}
