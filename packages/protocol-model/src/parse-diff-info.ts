import { isPlainObject, ownValue } from './names.ts'
import { parseField, ProtocolFault, safeNameOf, textOf } from './parse-field.ts'
import type { DiffInfo, Field } from './protocol-definition.ts'
import { isBuiltInType } from './types.ts'

const MAX_FIELDS = 2000

function parseFields(input: unknown, place: string): Field[] {
  if (!Array.isArray(input)) throw new ProtocolFault(`${place}.fields is no list`)
  if (input.length > MAX_FIELDS) throw new ProtocolFault(`${place} has more than ${MAX_FIELDS} fields`)
  const fields = input.map((field, index) => parseField(field, `${place}.fields[${index}]`))
  const seen = new Set<string>()
  for (const { fieldName } of fields) {
    if (seen.has(fieldName)) throw new ProtocolFault(`${place} has the field ${fieldName} twice`)
    seen.add(fieldName)
  }
  return fields
}

function keyOf(input: Record<string, unknown>, fields: Field[], place: string): string {
  const key = textOf(input, 'key', place)
  if (key === '') return ''
  const field = fields.find(({ fieldName }) => fieldName === key)
  if (!field) throw new ProtocolFault(`${place}.key ${JSON.stringify(key)} is not one of its fields`)
  if (field.type !== 'int' && field.type !== 'string')
    throw new ProtocolFault(`${place}.key is no int or string field`)
  return key
}

function labelsOf(input: unknown, fields: Field[], place: string): Record<string, string> {
  if (input !== undefined && input !== null && !isPlainObject(input))
    throw new ProtocolFault(`${place}.names is no object`)
  const labels: Record<string, string> = Object.create(null)
  for (const field of fields) {
    const label = isPlainObject(input) ? ownValue(input, field.fieldName) : undefined
    labels[field.fieldName] = typeof label === 'string' ? label : field.name
  }
  return labels
}

/** Reads the diff info that stands under `name`; throws ProtocolFault. */
export function parseDiffInfo(input: unknown, name: string): DiffInfo {
  const place = `diffInfos.${name}`
  if (!isPlainObject(input)) throw new ProtocolFault(`${place} is no object`)
  if (isBuiltInType(name)) throw new ProtocolFault(`${place} has the name of a built-in type`)
  if (safeNameOf(input, 'name', place) !== name) throw new ProtocolFault(`${place}.name is not ${name}`)
  const fields = parseFields(input.fields, place)
  return {
    name,
    comment: textOf(input, 'comment', place),
    fields,
    names: labelsOf(input.names, fields, place),
    key: keyOf(input, fields, place),
    netKey: textOf(input, 'netKey', place) === '' ? '' : safeNameOf(input, 'netKey', place),
  }
}
