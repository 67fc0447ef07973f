import { diffCommands } from './diff-commands.ts'
import type { WireCommand } from './diff-commands.ts'
import { diffFields } from './diff-fields.ts'
import type { SchemaChange } from './schema-change.ts'
import type { EnumType, ProtoSchema } from './types.ts'

function diffEnum(before: EnumType, after: EnumType): SchemaChange[] {
  const changes: SchemaChange[] = []
  const at = (name: string) => `${after.fullName}.${name}`
  for (const { name, number } of before.values) {
    const now = after.numbers.get(name)
    if (now === number) continue
    const other = after.names.get(number)
    const facts = { path: at(name), before: String(number) }
    if (now !== undefined) {
      changes.push({ code: 'enum_value_renumbered', breaking: true, ...facts, after: String(now) })
    } else if (other !== undefined && !before.numbers.has(other)) {
      changes.push({
        code: 'enum_value_renamed',
        breaking: false,
        path: at(other),
        before: name,
        after: other,
      })
    } else changes.push({ code: 'enum_value_removed', breaking: true, ...facts })
  }
  const renamed = new Set(
    changes.filter(({ code }) => code === 'enum_value_renamed').map(({ after }) => after),
  )
  for (const { name, number } of after.values) {
    if (before.numbers.has(name) || renamed.has(name)) continue
    changes.push({ code: 'enum_value_added', breaking: false, path: at(name), after: String(number) })
  }
  return changes
}

function inBoth<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): [T, T][] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name)
    return now === undefined ? [] : [[old, now] as [T, T]]
  })
}

function comesAndGoes(before: ProtoSchema, after: ProtoSchema): SchemaChange[] {
  const changes: SchemaChange[] = []
  const missing = (from: ReadonlyMap<string, unknown>, to: ReadonlyMap<string, unknown>) =>
    [...from.keys()].filter((name) => !to.has(name))
  for (const path of missing(before.messages, after.messages)) {
    changes.push({ code: 'message_removed', breaking: true, path })
  }
  for (const path of missing(before.enums, after.enums))
    changes.push({ code: 'enum_removed', breaking: true, path })
  for (const path of missing(after.messages, before.messages)) {
    changes.push({ code: 'message_added', breaking: false, path })
  }
  for (const path of missing(after.enums, before.enums))
    changes.push({ code: 'enum_added', breaking: false, path })
  return changes
}

/** What changed between two versions of a definition, and what of it breaks a side that still has the old one. */
export function diffSchemas(
  before: ProtoSchema,
  after: ProtoSchema,
  commandsBefore: readonly WireCommand[] = [],
  commandsAfter: readonly WireCommand[] = [],
): SchemaChange[] {
  const changes = comesAndGoes(before, after)
  for (const [old, now] of inBoth(before.messages, after.messages)) changes.push(...diffFields(old, now))
  for (const [old, now] of inBoth(before.enums, after.enums)) changes.push(...diffEnum(old, now))
  changes.push(...diffCommands(commandsBefore, commandsAfter))
  return changes
}
