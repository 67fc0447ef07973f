import { sampleProtocolJson } from '@qd/protocol-model/testing'
import { HONEST_COMMANDS, HONEST_NESTED } from './honest-data.ts'

export type HostileDefinition = 'deep' | 'cyclic' | 'poisoned' | 'huge'

function deepNested(depth: number): object {
  let node: object = { fields: { a: { type: 'int32', id: 1 } } }
  for (let index = 0; index < depth; index += 1) node = { fields: {}, nested: { [`T${index}`]: node } }
  return { Root: node }
}

/** Data definitions that must be refused, as JSON text: an object literal could not carry its own __proto__. */
export function hostileProtocol(kind: HostileDefinition): string {
  const json = sampleProtocolJson()
  if (kind === 'deep') {
    let value: unknown = 1
    for (let index = 0; index < 50; index += 1) value = [value]
    Object.assign(json.diffInfos.Role.fields[0]!, { defaultVal: value })
  }
  if (kind === 'cyclic') Object.assign(json.diffInfos.Place.fields[0]!, { type: 'Role' })
  if (kind === 'huge') json.protocols[0]!.doc = 'x'.repeat(6 * 1024 * 1024)
  const text = JSON.stringify({ md5: `hostile-${kind}`, ...json })
  return kind === 'poisoned' ? text.replace('"Place":', '"__proto__":') : text
}

/** Protobuf definitions that must be refused; message cycles are legal there, so the cyclic one has a missing type. */
export function hostileProto(kind: HostileDefinition): string {
  const nested: Record<string, object> =
    kind === 'deep'
      ? { Root: deepNested(40) }
      : kind === 'cyclic'
        ? { A: { fields: { b: { type: 'Nowhere', id: 1 } } } }
        : structuredClone(HONEST_NESTED)
  const comment = kind === 'huge' ? 'x'.repeat(6 * 1024 * 1024) : ''
  const text = JSON.stringify({ nested, cmds: HONEST_COMMANDS.map((command) => ({ ...command, comment })) })
  return kind === 'poisoned' ? text.replace('"EchoRes":', '"__proto__":') : text
}
