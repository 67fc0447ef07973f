import { groupsOf } from './cycles.ts'
import { kindOf } from './proto-tree.ts'
import type { ProtoNode } from './proto-tree.ts'

type NamedType = [name: string, node: ProtoNode]

/** What one file holds. */
export interface Unit {
  packageName: string
  edition: string
  fileName: string
  types: NamedType[]
}

export function fullNameOf({ packageName }: Unit, [name]: NamedType): string {
  return packageName === '' ? name : `${packageName}.${name}`
}

/** Names devices keep for themselves on Windows. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const MAX_FILE_NAME = 120

/** A file name for every system: letters, digits, dots, none twice, whatever the case. */
function fileNameOf(packageName: string, taken: Set<string>): string {
  const stem = packageName || 'root'
  const safe = (DEVICE.test(stem) ? `_${stem}` : stem).slice(0, MAX_FILE_NAME)
  let name = `${safe}.proto`
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${safe}-${n}.proto`
  taken.add(name.toLowerCase())
  return name
}

/** Required fields, and enums without 0, which protobuf.js takes everywhere and compilers in proto2 only. */
function needsProto2(node: ProtoNode): boolean {
  const isRequired = Object.values(node.fields ?? {}).some((field) => field.rule === 'required')
  const values = Object.values(node.values ?? {})
  const hasNoZero = values.length > 0 && !values.includes(0)
  return (
    node.edition === 'proto2' || isRequired || hasNoZero || Object.values(node.nested ?? {}).some(needsProto2)
  )
}

/** The edition of a whole package: two files of one package would have to import each other. */
function editionOf(owner: ProtoNode, types: readonly ProtoNode[]): string {
  if (owner.edition === 'proto2' || types.some(needsProto2)) return 'proto2'
  return owner.edition ?? types.find((type) => type.edition !== undefined)?.edition ?? 'proto3'
}

/** One unit for each package that has types of its own. */
function packagesOf(root: ProtoNode, taken: Set<string>): Unit[] {
  const units: Unit[] = []
  function visit(packageName: string, node: ProtoNode): void {
    const inside = Object.entries(node.nested ?? {})
    const types = inside.filter(([, each]) => kindOf(each) !== 'package')
    if (types.length > 0) {
      const edition = editionOf(
        node,
        types.map(([, each]) => each),
      )
      units.push({ packageName, edition, fileName: fileNameOf(packageName, taken), types })
    }
    for (const [name, each] of inside) {
      if (kindOf(each) === 'package') visit(packageName === '' ? name : `${packageName}.${name}`, each)
    }
  }
  visit('', root)
  return units
}

export function typesUsed(node: ProtoNode): string[] {
  return [
    ...Object.values(node.fields ?? {}).map((field) => field.type),
    ...Object.values(node.methods ?? {}).flatMap((method) => [method.requestType, method.responseType]),
    ...Object.values(node.nested ?? {}).flatMap(typesUsed),
  ]
}

/** What a type's top-level declaration is filed under, looked up outwards from the package as protobuf does. */
export function foundIn<T>(type: string, from: string, all: ReadonlyMap<string, T>): T | undefined {
  const scopes = type.startsWith('.') ? [] : from.split('.').filter(Boolean)
  const parts = type.replace(/^\./, '').split('.')
  for (let outer = scopes.length; outer >= 0; outer--) {
    for (let length = 1; length <= parts.length; length++) {
      const found = all.get([...scopes.slice(0, outer), ...parts.slice(0, length)].join('.'))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Which of the nodes each node needs. */
function needsOf<T extends object>(
  all: ReadonlyMap<string, T>,
  typesOf: (node: T) => [types: string[], from: string],
) {
  const known = new Map<T, Set<T>>()
  return (node: T): Set<T> => {
    const before = known.get(node)
    if (before !== undefined) return before
    const [types, from] = typesOf(node)
    const found = types.map((type) => foundIn(type, from, all)).filter((each) => each !== undefined)
    const needs = new Set(found)
    needs.delete(node)
    known.set(node, needs)
    return needs
  }
}

function unitNeeds(units: readonly Unit[]) {
  const all = new Map(units.flatMap((unit) => unit.types.map((type) => [fullNameOf(unit, type), unit])))
  return needsOf(all, ({ types, packageName }) => [types.flatMap(([, node]) => typesUsed(node)), packageName])
}

/** A file for each type, but one for those that need each other. */
function splitByType(units: readonly Unit[], taken: Set<string>): Unit[] {
  const all = new Map(
    units.flatMap((unit) => unit.types.map((type) => [fullNameOf(unit, type), { unit, type }] as const)),
  )
  const needs = needsOf(all, ({ unit, type }) => [typesUsed(type[1]), unit.packageName])
  return groupsOf([...all.values()], needs).flatMap((group) =>
    // Types of two packages that need each other fit into no files at all; they are written all the same.
    units.flatMap((unit) => {
      const types = group.filter((each) => each.unit === unit).map(({ type }) => type)
      const [first] = types
      return first === undefined
        ? []
        : [{ ...unit, fileName: fileNameOf(fullNameOf(unit, first), taken), types }]
    }),
  )
}

/** Files may not import each other in a circle: packages that do are written type by type. */
function withoutCircles(units: readonly Unit[], taken: Set<string>): Unit[] {
  const circles = groupsOf(units, unitNeeds(units)).filter((group) => group.length > 1)
  const split = new Map(circles.map((group) => [group[0]!, splitByType(group, taken)]))
  const inCircle = new Set(circles.flat())
  return units.flatMap((unit) => split.get(unit) ?? (inCircle.has(unit) ? [] : [unit]))
}

/** Messages of proto3 take no enums of proto2: what needs such a file is proto2 itself. */
function spreadProto2(units: readonly Unit[]): void {
  const needs = unitNeeds(units)
  const open = units.filter(({ edition }) => edition === 'proto2')
  const neededBy = new Map<Unit, Unit[]>()
  for (const unit of units)
    for (const need of needs(unit)) neededBy.set(need, [...(neededBy.get(need) ?? []), unit])
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    for (const user of neededBy.get(unit) ?? []) {
      if (user.edition !== 'proto3') continue
      user.edition = 'proto2'
      open.push(user)
    }
  }
}

/** The files of a definition: one for each package that has types of its own, as far as compilers allow. */
export function unitsOf(root: ProtoNode): Unit[] {
  const taken = new Set<string>()
  const units = withoutCircles(packagesOf(root, taken), taken)
  spreadProto2(units)
  return units
}
