import { z } from '@qd/contract-kit'
import { printNode } from './proto-printer.ts'
import { NAME, protoNode } from './proto-tree.ts'
import type { ProtoNode } from './proto-tree.ts'
import { foundIn, fullNameOf, typesUsed, unitsOf } from './proto-units.ts'
import type { Unit } from './proto-units.ts'

export interface ProtoFile {
  name: string
  text: string
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

function printUnit(unit: Unit, files: ReadonlyMap<string, string>): string {
  const { packageName, edition, types, fileName } = unit
  const used = types.flatMap(([, node]) => typesUsed(node)).map((type) => foundIn(type, packageName, files))
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
    units.flatMap((unit) => unit.types.map((type) => [fullNameOf(unit, type), unit.fileName])),
  )
  return { ok: true, files: units.map((unit) => ({ name: unit.fileName, text: printUnit(unit, files) })) }
}
