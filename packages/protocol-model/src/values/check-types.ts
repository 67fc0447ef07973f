import { parseDataProvider } from '../definition/data-provider.ts'
import { ProtocolFault } from '../definition/protocol-fault.ts'
import type { DiffInfo, Field } from '../definition/protocol-definition.ts'
import { isScalarType } from '../types.ts'

function customTypeOf(field: Field): string | null {
  const type = field.type === 'array' ? (field.itemType ?? '') : field.type
  return isScalarType(type) ? null : type
}

function checkReferences(infos: ReadonlyMap<string, DiffInfo>): void {
  for (const info of infos.values()) {
    for (const field of info.fields) {
      const place = `diffInfos.${info.name}.${field.fieldName}`
      const type = customTypeOf(field)
      if (type !== null && !infos.has(type)) throw new ProtocolFault(`${place} has the unknown type ${type}`)
      const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
      if (provider?.kind === 'diffInfo' && !infos.has(provider.name)) {
        throw new ProtocolFault(`${place} takes its choices from the unknown ${provider.name}`)
      }
    }
  }
}

/** How many objects stand inside one another at most under a type; throws ProtocolFault on a cycle. */
function checkNesting(infos: ReadonlyMap<string, DiffInfo>, maxDepth: number): void {
  const depths = new Map<string, number>()
  const open = new Set<string>()
  const depthOf = (name: string): number => {
    const known = depths.get(name)
    if (known !== undefined) return known
    if (open.has(name))
      throw new ProtocolFault(`diffInfos.${name} contains itself: ${[...open, name].join(' > ')}`)
    if (open.size >= maxDepth) throw new ProtocolFault(`diffInfos.${name} is nested deeper than ${maxDepth}`)
    open.add(name)
    const inner = infos
      .get(name)!
      .fields.map(customTypeOf)
      .filter((type) => type !== null)
    const depth = 1 + Math.max(0, ...[...new Set(inner)].map(depthOf))
    open.delete(name)
    if (depth > maxDepth) throw new ProtocolFault(`diffInfos.${name} is nested deeper than ${maxDepth}`)
    depths.set(name, depth)
    return depth
  }
  for (const name of infos.keys()) depthOf(name)
}

function checkNetKeys(infos: ReadonlyMap<string, DiffInfo>): void {
  const owners = new Map<string, string>()
  for (const { name, netKey } of infos.values()) {
    if (netKey === '') continue
    const owner = owners.get(netKey)
    if (owner !== undefined)
      throw new ProtocolFault(`diffInfos.${name} and ${owner} share the netKey ${netKey}`)
    owners.set(netKey, name)
  }
}

/** Checks what only the whole definition shows: known types, no cycles, one module per netKey. */
export function checkTypes(infos: ReadonlyMap<string, DiffInfo>, maxDepth: number): void {
  checkReferences(infos)
  checkNesting(infos, maxDepth)
  checkNetKeys(infos)
}
