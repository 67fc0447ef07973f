import { diffInfoOf } from '@qd/protocol-model'
import type { DataNode, ProtocolDefinition } from '@qd/protocol-model'
import { nodeAt } from './check-types.ts'
import type { ChangeTemplate, StepFault } from './steps.ts'

export interface CheckedPlace {
  /** What stands there; null when it cannot be told. */
  node: DataNode | null
  /** The node around it: an element of a list is added and removed, a field is not. */
  parent: DataNode | null
  faults: StepFault[]
}

type Place = Pick<ChangeTemplate, 'diff' | 'key' | 'path'>

/** Where a place leads by the definition: fields by name, elements and rows by whatever the template gives. */
export function checkPlace(
  protocol: ProtocolDefinition,
  place: Place,
  at: string,
  isWholeAllowed: boolean,
): CheckedPlace {
  const info = diffInfoOf(protocol, place.diff)
  if (info === null || info.netKey === '') {
    return {
      node: null,
      parent: null,
      faults: [{ path: `${at}.diff`, code: 'diff_unknown', detail: place.diff }],
    }
  }
  const faults: StepFault[] = []
  const isTable = info.key !== ''
  if (isTable && place.key === undefined && !(isWholeAllowed && place.path.length === 0)) {
    faults.push({ path: `${at}.key`, code: 'key_required', detail: info.key })
  }
  if (!isTable && place.key !== undefined) {
    faults.push({ path: `${at}.key`, code: 'key_not_allowed', detail: info.name })
  }
  let node: DataNode | null =
    isTable && place.key === undefined ? { kind: 'table', info } : { kind: 'object', info }
  let parent: DataNode | null = null
  for (const [index, segment] of place.path.entries()) {
    parent = node
    const isElement: boolean = node?.kind === 'list'
    node = isElement || typeof segment === 'string' ? nodeAt(protocol, node, [String(segment)]) : null
    if (node !== null) continue
    const detail = typeof segment === 'string' ? segment : ''
    faults.push({ path: `${at}.path.${index}`, code: 'path_unknown', detail })
    return { node: null, parent, faults }
  }
  return { node, parent, faults }
}

/** Whether the operation fits the place: `add` and `remove` are for rows and elements. */
export function operationFault(
  change: ChangeTemplate,
  { parent, node }: CheckedPlace,
  at: string,
): StepFault[] {
  const isRow = change.path.length === 0 && change.key !== undefined
  const isElement = parent?.kind === 'list'
  const isFitting = change.op === 'set' ? !isRow || node === null : isRow || isElement
  const wrong: StepFault[] = isFitting ? [] : [{ path: `${at}.op`, code: 'op_wrong', detail: change.op }]
  const lacksValue = change.op !== 'remove' && change.value === undefined
  return lacksValue ? [...wrong, { path: `${at}.value`, code: 'parameter_required', detail: 'value' }] : wrong
}
