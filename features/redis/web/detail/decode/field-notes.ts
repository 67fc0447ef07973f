import { JsonReader } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import type { FieldType, MessageType } from '@qd/proto-wire'

const DEPTH = 200
/** Fields that get a note: a note for each line of a long list says nothing new. */
const MOST = 2_000

function noteOf(field: FieldType): string {
  const type = field.kind === 'map' ? `map<${field.keyType ?? ''}, ${field.type}>` : field.type
  const label = field.label === 'repeated' ? 'repeated ' : ''
  return `${field.number}  ${label}${type}  ${field.comment.split('\n')[0] ?? ''}`.trimEnd()
}

/** For each line of a text of JSON that a message was decoded to: number, type and comment of the field that begins there. */
export function fieldNotes(text: string, message: MessageType): string[] {
  const reader = new JsonReader(text, { maxDepth: DEPTH })
  reader.read()
  if (reader.root === null) return []
  const byOffset = new Map<number, string>()
  const walk = (node: JsonNode, type: MessageType): void => {
    if (node.kind === 'array') {
      // Of a list the first item is annotated.
      if (node.items?.[0] !== undefined) walk(node.items[0], type)
      return
    }
    for (const [at, key] of (node.keys ?? []).entries()) {
      const field = type.byName.get(key)
      if (field === undefined || byOffset.size >= MOST) continue
      byOffset.set(node.keysAt![at]!, noteOf(field))
      const item = node.items![at]!
      if (field.kind === 'message' && field.message !== null) walk(item, field.message)
    }
  }
  walk(reader.root, message)
  const notes: string[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const key = start + (line.length - line.trimStart().length)
    notes.push(byOffset.get(key) ?? '')
    start += line.length + 1
  }
  return notes
}
