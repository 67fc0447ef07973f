/** The parts of JSON Schema that the contract's schemas come to. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | false
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Whole numbers within these say nothing about a field. */
const isTrivial = (bound: number): boolean => Math.abs(bound) >= Number.MAX_SAFE_INTEGER

function range(low: number | undefined, high: number | undefined, unit = ''): string {
  const min = low === undefined || isTrivial(low) ? undefined : low
  const max = high === undefined || isTrivial(high) ? undefined : high
  if (min === undefined && max === undefined) return ''
  if (max === undefined) return min === 0 && unit !== '' ? '' : ` >= ${min}${unit}`
  return min === undefined || (min === 0 && unit !== '') ? ` <= ${max}${unit}` : ` ${min}-${max}${unit}`
}

function objectShape({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined || Object.keys(properties).length === 0) {
    if (!additionalProperties || Object.keys(additionalProperties).length === 0) return '{}'
    return `{[name]: ${shapeOf(additionalProperties)}}`
  }
  const fields = Object.entries(properties).map(
    ([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(inner)}`,
  )
  return `{${fields.join(', ')}}`
}

/** A schema in one line: `{uId: text 1-20, items: [{diff: text}] <= 500}`; a question mark: may be absent. */
export function shapeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(shapeOf).join(' or ')
  if (schema.type === 'string') return `text${range(schema.minLength, schema.maxLength, '')}`
  if (schema.type === 'integer') return `int${range(schema.minimum, schema.maximum)}`
  if (schema.type === 'number') return `number${range(schema.minimum, schema.maximum)}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'array') {
    return `[${shapeOf(schema.items ?? {})}]${range(schema.minItems, schema.maxItems, ' entries')}`
  }
  return schema.type === 'object' ? objectShape(schema) : 'any'
}
