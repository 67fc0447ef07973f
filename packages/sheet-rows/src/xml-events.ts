import { SaxesParser } from 'saxes'
import { SheetFault } from './sheet-fault.ts'

/** Characters given to the parser between two looks at what it holds. */
const STEP = 16_384
const DEPTH_MOST = 64

export interface XmlEvents {
  /** Names come without their prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

function parserOf(events: XmlEvents) {
  const pulse = { held: 0 }
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', () => {
    throw new SheetFault('bad_xml')
  })
  // A workbook has none; entities that stand for each other begin with one.
  parser.on('doctype', () => {
    throw new SheetFault('bad_xml')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_MOST) throw new SheetFault('bad_xml')
    pulse.held = 0
    events.open(bare(name), attributes)
  })
  parser.on('text', (text) => {
    pulse.held = 0
    events.text(text)
  })
  parser.on('cdata', (text) => {
    pulse.held = 0
    events.text(text)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    pulse.held = 0
    events.close(bare(name))
  })
  return { parser, pulse }
}

/** Reads XML as it comes; `longest` is how much of it may stand between two events. After each piece the caller has a turn. */
export async function* readXml(
  pieces: AsyncIterable<Uint8Array>,
  longest: number,
  events: XmlEvents,
): AsyncGenerator<void, void> {
  const { parser, pulse } = parserOf(events)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Uint8Array) => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
    } catch {
      throw new SheetFault('bad_encoding')
    }
  }
  for await (const piece of pieces) {
    const text = decode(piece)
    for (let at = 0; at < text.length; at += STEP) {
      const step = text.slice(at, at + STEP)
      pulse.held += step.length
      parser.write(step)
      if (pulse.held > longest + STEP) throw new SheetFault('bad_xml')
    }
    yield
  }
  decode()
  parser.close()
}

/** The same where nothing is handed on in between. */
export async function readWholeXml(
  pieces: AsyncIterable<Uint8Array>,
  longest: number,
  events: XmlEvents,
): Promise<void> {
  for await (const _ of readXml(pieces, longest, events));
}
