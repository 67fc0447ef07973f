import type { SchemaChange } from './schema-change.ts'
import type { FieldType, MessageType } from './types.ts'

/** The type as people write it. */
function typeText(field: FieldType): string {
  if (field.kind === 'map') return `map<${field.keyType}, ${field.type}>`
  return field.isGroup ? `group ${field.type}` : field.type
}

type Facts = Pick<SchemaChange, 'code' | 'breaking'> & { of(field: FieldType): string }

const FACTS: readonly Facts[] = [
  { code: 'field_type_changed', breaking: true, of: typeText },
  { code: 'field_label_changed', breaking: true, of: ({ label }) => label },
  { code: 'field_oneof_changed', breaking: true, of: ({ oneof }) => oneof ?? '' },
  { code: 'field_default_changed', breaking: true, of: (field) => String(field.default ?? '') },
  {
    code: 'field_packing_changed',
    breaking: false,
    of: ({ isPacked }) => (isPacked ? 'packed' : 'unpacked'),
  },
  {
    code: 'field_presence_changed',
    breaking: false,
    of: ({ hasPresence }) => (hasPresence ? 'explicit' : 'implicit'),
  },
]

function changed(old: FieldType, now: FieldType, path: string): SchemaChange[] {
  const found: SchemaChange[] = []
  for (const { code, breaking, of } of FACTS) {
    const [before, after] = [of(old), of(now)]
    if (before === after) continue
    found.push({ code, breaking, path, before, after })
    // The label decides how it is packed, and both how absence is told.
    if (breaking) break
  }
  if (now.isDeprecated && !old.isDeprecated) found.push({ code: 'field_deprecated', breaking: false, path })
  return found
}

/** Changes of the fields of one message; a field is the same while its number and its name or type are. */
export function diffFields(before: MessageType, after: MessageType): SchemaChange[] {
  const changes: SchemaChange[] = []
  const at = (name: string) => `${after.fullName}.${name}`
  for (const old of before.fields) {
    const now = after.byNumber.get(old.number)
    const moved = after.byName.get(old.name)
    const path = at(old.name)
    const isNew = now !== undefined && !before.byName.has(now.name)
    const facts = { path: at(now?.name ?? old.name), before: old.name, after: now?.name ?? '' }
    const isRenamed = isNew && typeText(now) === typeText(old) && now.label === old.label
    if (now?.name === old.name) changes.push(...changed(old, now, path))
    else if (moved !== undefined) {
      const numbers = { before: String(old.number), after: String(moved.number) }
      changes.push({ code: 'field_renumbered', breaking: true, path, ...numbers })
      if (isNew) changes.push({ code: 'field_number_reused', breaking: true, ...facts })
    } else if (now === undefined) {
      changes.push({ code: 'field_removed', breaking: true, path, before: String(old.number) })
    } else if (isRenamed) {
      changes.push({ code: 'field_renamed', breaking: false, ...facts }, ...changed(old, now, facts.path))
    } else changes.push({ code: 'field_number_reused', breaking: true, ...facts })
  }
  for (const now of after.fields) {
    if (before.byName.has(now.name) || before.byNumber.has(now.number)) continue
    const isRequired = now.label === 'required'
    const code = isRequired ? 'required_field_added' : 'field_added'
    changes.push({ code, breaking: isRequired, path: at(now.name), after: String(now.number) })
  }
  if (after.isDeprecated && !before.isDeprecated) {
    changes.push({ code: 'message_deprecated', breaking: false, path: after.fullName })
  }
  return changes
}
