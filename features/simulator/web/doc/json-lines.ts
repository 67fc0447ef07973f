export interface JsonLine {
  text: string
  /** The field of the message itself that the line belongs to; empty for its brackets. */
  field: string
  isFirst: boolean
}

/** JSON in lines that know their field. */
export function jsonLines(json: Readonly<Record<string, unknown>>): JsonLine[] {
  const entries = Object.entries(json)
  const lines = entries.flatMap(([field, value], index) => {
    const text = `${JSON.stringify(field)}: ${JSON.stringify(value, null, 2)}`
    const end = index < entries.length - 1 ? ',' : ''
    const parts = `${text}${end}`.split('\n')
    return parts.map((part, at) => ({ text: `  ${part}`, field, isFirst: at === 0 }))
  })
  if (lines.length === 0) return [{ text: '{}', field: '', isFirst: true }]
  return [{ text: '{', field: '', isFirst: true }, ...lines, { text: '}', field: '', isFirst: false }]
}
