import { z } from '@qd/contract-kit'
import { printNode } from './proto-printer.ts'
import { NAME, kindOf, protoNode } from './proto-tree.ts'
import type { ProtoNode } from './proto-tree.ts'

export interface ProtoFile {
  name: string
  text: string
}

interface Unit {
  packageName: string
  edition: string
  fileName: string
  types: [string, ProtoNode][]
}

export type ProtoFiles = { ok: true; files: ProtoFile[] } | { ok: false; reason: string }

const MAX_DEPTH = 64

function findBadName(nested: Record<string, ProtoNode>, depth: number): string | null {
  if (depth > MAX_DEPTH) return `deeper than ${MAX_DEPTH}`
  for (const [name, node] of Object.entries(nested)) {
    const own = [name, ...Object.keys(node.fields ?? {}), ...Object.keys(node.values ?? {})]
    const more = [...Object.keys(node.oneofs ?? {}), ...Object.keys(node.methods ?? {})]
    const bad = [...own, ...more].find((each) => !NAME.test(each))
    if (bad !== undefined) return `the name ${JSON.stringify(bad)}`
    const types = [
      ...Object.values(node.fields ?? {}).flatMap((field) => [field.type, field.keyType ?? 'int32']),
      ...Object.values(node.methods ?? {}).flatMap((method) => [method.requestType, method.responseType]),
    ]
    const badType = types.find(
      (type) =>
        !type
          .replace(/^\./, '')
          .split('.')
          .every((part) => NAME.test(part)),
    )
    if (badType !== undefined) return `the type ${JSON.stringify(badType)}`
    const below = findBadName(node.nested ?? {}, depth + 1)
    if (below !== null) return below
  }
  return null
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

function needsProto2(node: ProtoNode): boolean {
  const isRequired = Object.values(node.fields ?? {}).some((field) => field.rule === 'required')
  return node.edition === 'proto2' || isRequired || Object.values(node.nested ?? {}).some(needsProto2)
}

/** The edition of a whole package: two files of one package would have to import each other. */
function editionOf(owner: ProtoNode, types: readonly ProtoNode[]): string {
  if (owner.edition === 'proto2' || types.some(needsProto2)) return 'proto2'
  return owner.edition ?? types.find((type) => type.edition !== undefined)?.edition ?? 'proto3'
}

/** One unit for each package that has types of its own. */
function unitsOf(root: ProtoNode): Unit[] {
  const units: Unit[] = []
  const taken = new Set<string>()
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

function typesUsed(node: ProtoNode): string[] {
  return [
    ...Object.values(node.fields ?? {}).map((field) => field.type),
    ...Object.values(node.methods ?? {}).flatMap((method) => [method.requestType, method.responseType]),
    ...Object.values(node.nested ?? {}).flatMap(typesUsed),
  ]
}

/** The file a type's top-level declaration stands in, looked up outwards from the package as protobuf does. */
function fileOf(type: string, from: string, files: ReadonlyMap<string, string>): string | undefined {
  const scopes = type.startsWith('.') ? [] : from.split('.').filter(Boolean)
  const parts = type.replace(/^\./, '').split('.')
  for (let outer = scopes.length; outer >= 0; outer--) {
    for (let length = 1; length <= parts.length; length++) {
      const file = files.get([...scopes.slice(0, outer), ...parts.slice(0, length)].join('.'))
      if (file !== undefined) return file
    }
  }
  return undefined
}

function printUnit(unit: Unit, files: ReadonlyMap<string, string>): string {
  const { packageName, edition, types, fileName } = unit
  const used = types.flatMap(([, node]) => typesUsed(node)).map((type) => fileOf(type, packageName, files))
  const imports = [...new Set(used)].filter((file) => file !== undefined && file !== fileName).toSorted()
  const isProto2 = edition === 'proto2'
  return [
    edition.startsWith('proto') ? `syntax = "${edition}";` : `edition = "${edition}";`,
    ...(packageName === '' ? [] : [`package ${packageName};`]),
    ...imports.map((file) => `import "${file}";`),
    '',
    ...types.flatMap(([name, node]) => printNode(name, node, isProto2)),
  ].join('\n')
}

/** Writes a protobuf.js JSON descriptor as .proto files, one for each package. */
export function protoFilesOf(nested: unknown): ProtoFiles {
  const parsed = z.safeParse(protoNode, { nested })
  if (!parsed.success) return { ok: false, reason: parsed.error.issues[0]?.path.join('.') ?? 'nested' }
  const bad = findBadName(parsed.data.nested ?? {}, 0)
  if (bad !== null) return { ok: false, reason: bad }
  const units = unitsOf(parsed.data)
  const badEdition = units.find((unit) => !/^(proto[23]|20\d\d)$/.test(unit.edition))
  if (badEdition) return { ok: false, reason: `the edition ${JSON.stringify(badEdition.edition)}` }
  const files = new Map(
    units.flatMap((unit) =>
      unit.types.map(([name]) => {
        return [unit.packageName === '' ? name : `${unit.packageName}.${name}`, unit.fileName] as const
      }),
    ),
  )
  return { ok: true, files: units.map((unit) => ({ name: unit.fileName, text: printUnit(unit, files) })) }
}
