/*
 * An own decoder is a WebAssembly module that imports nothing and exports `memory`, `alloc(len) -> ptr` and
 * `decode(ptr, len) -> ptr` of two u32 (little-endian): where its answer begins and how long it is, UTF-8.
 */

/** Largest module. */
export const DECODER_BYTES = 1_048_576
/** Memory a module may declare as its maximum: 128 MiB in pages of 64 KiB. */
export const DECODER_PAGES = 2_048

/** Why a module is refused. */
export type DecoderFault = 'noModule' | 'imports' | 'noMemory' | 'memory' | 'exports'

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const SECTION = { import: 2, memory: 5, export: 7 } as const
const WANTED = ['memory', 'alloc', 'decode']
/** Bit of a memory's flags: it declares a maximum; any other bit (shared, 64 bit) is refused. */
const HAS_MAXIMUM = 1

/** Reads LEB128 numbers and names; past the end it throws. */
class Cursor {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  byte(): number {
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw new RangeError('module ends early')
    this.at += 1
    return byte
  }

  number(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      if (scale > 2 ** 28) throw new RangeError('number too long')
    }
  }

  part(length: number): Uint8Array {
    if (this.at + length > this.#bytes.length) throw new RangeError('module ends early')
    const part = this.#bytes.subarray(this.at, this.at + length)
    this.at += length
    return part
  }
}

function sectionsOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const cursor = new Cursor(bytes)
  cursor.part(MAGIC.length)
  const sections = new Map<number, Uint8Array>()
  while (!cursor.isAtEnd) {
    const id = cursor.byte()
    const part = cursor.part(cursor.number())
    // Id 0 is a note of a tool and may come often; every other one comes once.
    if (id === 0) continue
    if (sections.has(id)) throw new RangeError('section twice')
    sections.set(id, part)
  }
  return sections
}

const countOf = (section: Uint8Array | undefined): number =>
  section === undefined ? 0 : new Cursor(section).number()

function memoryFault(section: Uint8Array | undefined): DecoderFault | null {
  if (section === undefined || countOf(section) !== 1) return 'noMemory'
  const cursor = new Cursor(section)
  cursor.number()
  if (cursor.byte() !== HAS_MAXIMUM) return 'memory'
  cursor.number()
  return cursor.number() > DECODER_PAGES ? 'memory' : null
}

function exportedNames(section: Uint8Array | undefined): Set<string> {
  const names = new Set<string>()
  if (section === undefined) return names
  const cursor = new Cursor(section)
  for (let left = cursor.number(); left > 0; left -= 1) {
    names.add(new TextDecoder().decode(cursor.part(cursor.number())))
    cursor.byte()
    cursor.number()
  }
  return names
}

/** Why the module may not run here; null: it may. Reads its sections only and runs nothing. */
export function decoderFault(bytes: Uint8Array): DecoderFault | null {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) return 'noModule'
  try {
    const sections = sectionsOf(bytes)
    if (countOf(sections.get(SECTION.import)) > 0) return 'imports'
    const names = exportedNames(sections.get(SECTION.export))
    return (
      memoryFault(sections.get(SECTION.memory)) ??
      (WANTED.every((name) => names.has(name)) ? null : 'exports')
    )
  } catch {
    return 'noModule'
  }
}
