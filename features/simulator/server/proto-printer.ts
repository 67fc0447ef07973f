import { kindOf } from './proto-tree.ts'
import type { FieldNode, ProtoNode } from './proto-tree.ts'

const INDENT = '  '

/** A comment's lines; line ends of any kind must not let text out of the comment. */
function commentLines(comment: string | null | undefined): string[] {
  if (!comment) return []
  return comment.split(/[\r\n\u2028\u2029\v\f]+/).map((line) => `// ${line}`.trimEnd())
}

const indented = (lines: readonly string[]) => lines.map((line) => `${INDENT}${line}`)

/** Options every compiler knows; custom ones would need their definitions. */
function fieldOptions(field: FieldNode): string {
  const given = new Map(Object.entries(field.options ?? {}))
  const parts: string[] = []
  for (const name of ['packed', 'deprecated']) {
    const value = given.get(name)
    if (typeof value === 'boolean') parts.push(`${name} = ${value}`)
  }
  const initial = given.get('default')
  if (typeof initial === 'string' && field.type === 'string')
    parts.push(`default = ${JSON.stringify(initial)}`)
  else if (typeof initial === 'number' || typeof initial === 'boolean') parts.push(`default = ${initial}`)
  return parts.length === 0 ? '' : ` [${parts.join(', ')}]`
}

function ruleOf(field: FieldNode, isProto2: boolean, isInOneof: boolean): string {
  if (field.keyType !== undefined || isInOneof) return ''
  if (field.rule === 'repeated' || field.rule === 'required') return `${field.rule} `
  return isProto2 || field.options?.['proto3_optional'] === true ? 'optional ' : ''
}

interface FieldPlace {
  isProto2: boolean
  isInOneof: boolean
}

function printField(name: string, field: FieldNode, place: FieldPlace): string[] {
  const type = field.keyType === undefined ? field.type : `map<${field.keyType}, ${field.type}>`
  const rule = ruleOf(field, place.isProto2, place.isInOneof)
  return [...commentLines(field.comment), `${rule}${type} ${name} = ${field.id}${fieldOptions(field)};`]
}

function printReserved(node: ProtoNode): string[] {
  return (node.reserved ?? []).map((each) => {
    if (typeof each === 'string') return `reserved ${JSON.stringify(each)};`
    const [from = 0, to = from] = each
    return `reserved ${from} to ${to >= 536_870_911 ? 'max' : to};`
  })
}

function printMessage(node: ProtoNode, isProto2: boolean): string[] {
  /** `optional` of proto3, which a descriptor keeps as a oneof of one member. */
  const optional = new Set<string>()
  const fields = new Map(Object.entries(node.fields ?? {}))
  const lines: string[] = []
  for (const [name, { oneof }] of Object.entries(node.oneofs ?? {})) {
    const members = oneof.flatMap((member) => {
      const field = fields.get(member)
      return field && field.options?.['proto3_optional'] !== true ? [{ member, field }] : []
    })
    if (members.length === 0) continue
    const [only] = members
    if (!isProto2 && members.length === 1 && name === `_${only!.member}`) {
      optional.add(only!.member)
      continue
    }
    const inside = members.flatMap(({ member, field }) => {
      fields.delete(member)
      return printField(member, field, { isProto2, isInOneof: true })
    })
    lines.push(`oneof ${name} {`, ...indented(inside), '}')
  }
  const plain = [...fields].flatMap(([name, field]) =>
    printField(name, field, { isProto2: isProto2 || optional.has(name), isInOneof: false }),
  )
  const nested = Object.entries(node.nested ?? {}).flatMap(([name, each]) => printNode(name, each, isProto2))
  return [...printReserved(node), ...plain, ...lines, ...nested]
}

function printEnum(node: ProtoNode): string[] {
  const comments = new Map(Object.entries(node.comments ?? {}))
  // The first value is the default, and must be 0 in proto3; protobuf.js reads them in any order.
  const values = Object.entries(node.values ?? {}).toSorted(
    ([, a], [, b]) => Number(b === 0) - Number(a === 0),
  )
  const hasAlias = new Set(values.map(([, id]) => id)).size < values.length
  return [
    ...(hasAlias ? ['option allow_alias = true;'] : []),
    ...printReserved(node),
    ...values.flatMap(([name, id]) => [...commentLines(comments.get(name)), `${name} = ${id};`]),
  ]
}

function printService(node: ProtoNode): string[] {
  return Object.entries(node.methods ?? {}).flatMap(([name, method]) => {
    const asked = `${method.requestStream ? 'stream ' : ''}${method.requestType}`
    const answered = `${method.responseStream ? 'stream ' : ''}${method.responseType}`
    const custom = Object.entries(method.options ?? {}).map(
      ([key, value]) => `${key} = ${JSON.stringify(value)}`,
    )
    return [
      ...commentLines(method.comment),
      ...commentLines(custom.join(', ')),
      `rpc ${name} (${asked}) returns (${answered});`,
    ]
  })
}

/** A message, enum or service as .proto lines. */
export function printNode(name: string, node: ProtoNode, isProto2: boolean): string[] {
  const kind = kindOf(node)
  const inside = { message: printMessage, enum: printEnum, service: printService, package: () => [] }[kind]
  return [...commentLines(node.comment), `${kind} ${name} {`, ...indented(inside(node, isProto2)), '}', '']
}
