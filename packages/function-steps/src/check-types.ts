import { checkValue, fieldNode, textBelow } from '@qd/protocol-model'
import type { DataNode, Field, ProtocolDefinition } from '@qd/protocol-model'
import { referenceOf } from './evaluate.ts'
import { expressionOf, isArithmetic, isObject, nameOfKey } from './plain.ts'
import type { StepFault, Template } from './steps.ts'

/** What is known of the value of a template before it has one. */
export type Known = 'int' | 'float' | 'string' | 'any'

/** What names stand for where a template is checked. */
export interface Names {
  parameters: ReadonlyMap<string, Field>
  /** Node of what each earlier step keeps; null where its shape is not known. */
  reads: ReadonlyMap<string, DataNode | null>
}

function knownOfNode(node: DataNode | null): Known {
  return node?.kind === 'scalar' ? node.type : 'any'
}

/** The node a way leads to inside another; null where that cannot be told. */
export function nodeAt(
  protocol: ProtocolDefinition,
  from: DataNode | null,
  path: readonly string[],
): DataNode | null {
  let node = from
  for (const segment of path) {
    if (node?.kind === 'table') node = { kind: 'object', info: node.info }
    else if (node?.kind === 'list') node = node.item
    else if (node?.kind === 'object') {
      const field = node.info.fields.find(({ fieldName }) => fieldName === segment)
      node = field === undefined ? null : fieldNode(protocol, field)
    } else return null
  }
  return node
}

function knownOfReference(protocol: ProtocolDefinition, names: Names, text: unknown): Known {
  const reference = referenceOf(text)
  if (reference === null) return 'any'
  const [name = '', ...inner] = reference.path
  if (reference.from === 'target') return name === 'sId' ? 'int' : 'string'
  if (reference.from === 'read') return knownOfNode(nodeAt(protocol, names.reads.get(name) ?? null, inner))
  const field = names.parameters.get(name)
  return field === undefined ? 'any' : knownOfNode(nodeAt(protocol, fieldNode(protocol, field), inner))
}

function together(kinds: readonly Known[]): Known {
  if (kinds.includes('float')) return 'float'
  return kinds.every((kind) => kind === kinds[0]) ? (kinds[0] ?? 'any') : 'any'
}

function knownOf(protocol: ProtocolDefinition, names: Names, template: Template): Known {
  if (!isObject(template)) return 'any'
  const expression = expressionOf(template)
  if (expression === null) return 'any'
  const [name, argument] = expression
  if (name === '$') return knownOfReference(protocol, names, argument)
  if (name === '$concat') return 'string'
  if (!Array.isArray(argument)) return 'any'
  const inner = (name === '$if' ? argument.slice(1) : argument).map((each) => {
    const known = knownOf(protocol, names, each)
    return known === 'any' && typeof each === 'number' && !Number.isInteger(each) ? 'float' : known
  })
  const known = together(inner)
  return isArithmetic(name) && known === 'any' && inner.every((kind) => kind !== 'string') ? 'any' : known
}

/** A constant template with its keys as the names they stand for. */
function named(template: Template): Template {
  if (Array.isArray(template)) return template.map(named)
  if (!isObject(template)) return template
  return Object.fromEntries(
    Object.entries(template).map(([key, each]) => [nameOfKey(key) ?? key, named(each)]),
  )
}

function isConstant(template: Template): boolean {
  if (Array.isArray(template)) return template.every(isConstant)
  if (!isObject(template)) return true
  return expressionOf(template) === null && Object.values(template).every(isConstant)
}

const TAKES: Record<'int' | 'float' | 'string', readonly Known[]> = {
  int: ['int', 'any'],
  float: ['int', 'float', 'any'],
  string: ['string', 'any'],
}

/**
 * Faults of a template that is to stand at a node: constants by all the rules of the definition, expressions
 * by the kind of value they give.
 */
export function templateFaults(
  protocol: ProtocolDefinition,
  names: Names,
  at: { node: DataNode; template: Template; path: string },
): StepFault[] {
  const { node, template, path } = at
  if (isConstant(template)) {
    const fault = checkValue(protocol, node, { value: named(template), place: path })
    return fault === null
      ? []
      : [{ path: fault.field, code: 'value_wrong', detail: `${fault.code} ${fault.detail}` }]
  }
  if (isObject(template) && expressionOf(template) !== null) {
    const known = knownOf(protocol, names, template)
    const isFitting = node.kind === 'scalar' ? TAKES[node.type].includes(known) : known === 'any'
    const wanted = node.kind === 'scalar' ? node.type : node.kind
    return isFitting ? [] : [{ path, code: 'type_wrong', detail: `${wanted} ${known}` }]
  }
  if (node.kind === 'list' && Array.isArray(template)) {
    return template.flatMap((each, index) =>
      templateFaults(protocol, names, { node: node.item, template: each, path: `${path}.${index}` }),
    )
  }
  if ((node.kind === 'object' || node.kind === 'table') && isObject(template)) {
    return Object.entries(template).flatMap(([key, each]) => {
      const name = nameOfKey(key) ?? key
      const inner = nodeAt(protocol, { kind: 'object', info: node.info }, [name])
      const at = textBelow(path, name)
      if (inner === null) return [{ path: at, code: 'path_unknown' as const, detail: name }]
      return templateFaults(protocol, names, { node: inner, template: each, path: at })
    })
  }
  return [{ path, code: 'type_wrong', detail: node.kind }]
}
