import { locateChange } from '../changes/apply-edit.ts'
import type { LeftOut } from './left-out.ts'
import type { Change, DiffInfo, PlayerData, ProtocolDefinition } from '../definition/protocol-definition.ts'
import { fieldNode } from '../types.ts'
import type { DataNode } from '../types.ts'

function namesIn(protocol: ProtocolDefinition, info: DiffInfo, seen: Set<string>): string[] {
  if (seen.has(info.name)) return []
  seen.add(info.name)
  const inner = info.fields.flatMap((field) => {
    const node = fieldNode(protocol, field)
    const one = node?.kind === 'list' ? node.item : node
    return one?.kind === 'object' ? namesIn(protocol, one.info, seen) : []
  })
  return [...(info.leftOut ?? []), ...inner]
}

/** By the definition: names of fields that are not carried in what stands at a node, however deep. */
export function leftOutOf(protocol: ProtocolDefinition, node: DataNode): string[] {
  const one = node.kind === 'list' ? node.item : node
  return one.kind === 'scalar' ? [] : [...new Set(namesIn(protocol, one.info, new Set()))]
}

/** Whether a change replaces or takes away what stands at its place as a whole, with all it holds. */
export function takesWhole({ op, value, old }: Change): boolean {
  const isContainer = (each: unknown) => typeof each === 'object' && each !== null
  return op === 'remove' || (op === 'set' && (isContainer(value) || isContainer(old)))
}

/**
 * By the data: names that are not carried inside what a change would replace or take away, as `places` tell;
 * empty for a change that loses none.
 */
export function leftOutAt(
  protocol: ProtocolDefinition,
  data: PlayerData,
  change: Change,
  places: readonly LeftOut[],
): string[] {
  const located = places.length > 0 && takesWhole(change) ? locateChange(protocol, data, change) : null
  if (located === null || !located.ok) return []
  const whole = located.path.map(String)
  const met = places.filter(({ path, isWhole }) => {
    const shared = Math.min(whole.length, path.length)
    const isSameWay = whole.slice(0, shared).every((segment, index) => segment === path[index])
    return isSameWay && (path.length >= whole.length || isWhole === true)
  })
  return [...new Set(met.flatMap(({ names }) => names))]
}
