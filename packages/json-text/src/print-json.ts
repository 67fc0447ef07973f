import type { JsonNode } from './json-reader.ts'

const STEP = '  '

/** JSON as people read it. */
export function printJson(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2)
}

/** The same text in even lines; every scalar stays as it was written, digit for digit. */
export function formatJson(text: string, root: JsonNode): string {
  const parts: string[] = []
  const print = (node: JsonNode, indent: string): void => {
    if (node.kind === 'scalar') {
      parts.push(text.slice(node.from, node.to))
      return
    }
    const [open, close] = node.kind === 'object' ? '{}' : '[]'
    const items = node.items!
    if (items.length === 0) {
      parts.push(`${open}${close}`)
      return
    }
    const inner = `${indent}${STEP}`
    for (const [at, item] of items.entries()) {
      const key = node.keys ? `${JSON.stringify(node.keys[at])}: ` : ''
      parts.push(`${at === 0 ? open : ','}\n${inner}${key}`)
      print(item, inner)
    }
    parts.push(`\n${indent}${close}`)
  }
  print(root, '')
  return parts.join('')
}
