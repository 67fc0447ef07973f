import { parseProtocol } from '@qd/protocol-model'
import type { ParsedProtocol } from '@qd/protocol-model'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Limits of a float travel as text like those of an int; the model wants them as numbers. */
function withNumbers(field: unknown): unknown {
  if (!isRecord(field) || field.type !== 'float') return field
  const bound = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value)
  return { ...field, min: bound(field.min), max: bound(field.max) }
}

function readable(info: unknown): unknown {
  if (!isRecord(info) || !Array.isArray(info.fields)) return info
  return { ...info, fields: info.fields.map(withNumbers) }
}

/** Reads the definition of a reply or of the cache; nothing in it is trusted. */
export function readProtocol(input: unknown): ParsedProtocol {
  if (!isRecord(input) || !isRecord(input.diffInfos)) return parseProtocol(input)
  const entries = Object.entries(input.diffInfos).map(([name, info]) => [name, readable(info)] as const)
  return parseProtocol({ ...input, diffInfos: Object.fromEntries(entries) })
}
