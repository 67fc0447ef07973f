import type { ProtocolDefinition } from '@qd/protocol-model'
import { JsonCheck } from './json-check.ts'
import type { PlacedFault } from './json-check.ts'
import { JsonReader, valueOf } from './json-reader.ts'
import type { JsonFault } from './json-reader.ts'
import type { JsonScope } from './json-scope.ts'

export interface ReadText {
  faults: readonly (JsonFault | PlacedFault)[]
  /** undefined while there are errors. */
  value: unknown
}

/** Values read before the page gets its turn: a few milliseconds of work. */
const SLICE = 20_000

/** Reads a text and holds it against the definition; `pause` gives the page its turn in between, or ends it all. */
export async function readSliced(
  text: string,
  at: { protocol: ProtocolDefinition; scope: JsonScope; base: unknown; pause: () => Promise<void> },
): Promise<ReadText> {
  const reader = new JsonReader(text)
  while (!reader.read(SLICE)) await at.pause()
  if (reader.hasErrors || !reader.root) return { faults: reader.faults, value: undefined }
  const check = new JsonCheck(at.protocol, at.scope, reader.root, at.base)
  while (!check.check(SLICE)) await at.pause()
  const faults = [...reader.faults, ...check.faults, ...check.warnings].sort(
    (left, right) => left.from - right.from,
  )
  return { faults, value: check.faults.length === 0 ? valueOf(reader.root) : undefined }
}
