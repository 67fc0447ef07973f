import type { Reading, WireNode } from '@qd/proto-wire'

const MOST_SHOWN = 240

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** How a value stands in the tree: texts in quotes, everything else as it is; empty for what has children. */
export function valueText({ takenAs, value, valueStart, valueEnd }: WireNode): string {
  if (takenAs === 'message' || takenAs === 'group' || takenAs === 'map' || takenAs === 'packed') return ''
  if (takenAs === 'unread') return ''
  if (takenAs === 'string') return shortened(JSON.stringify(value))
  if (takenAs === 'bytes') return shortened(`<${valueEnd - valueStart}> ${String(value)}`)
  return shortened(String(value))
}

/** The same for a reading that was chosen; packed numbers stand in one line. */
export function readingText({ as, value }: Reading): string {
  if (as === 'message') return ''
  if (as === 'packed') return shortened(`[${(value as unknown[]).join(', ')}]`)
  return shortened(as === 'string' ? JSON.stringify(value) : String(value))
}

/** What a reading reads the bytes as. */
export function readingName({ as, elementAs }: Reading): string {
  return elementAs === undefined ? as : `${as} ${elementAs}`
}

/** What a node is called: its field, or the number nobody knows; inside a list its place. */
export function nodeName(node: WireNode): string {
  const last = node.steps.at(-1)
  const name = node.name ?? `#${node.number}`
  if (node.parent?.takenAs === 'packed') return `[${String(last)}]`
  return typeof last === 'number' || (node.field?.kind === 'map' && last !== name)
    ? `${name}[${String(last)}]`
    : name
}

/** The type beside a value where it says something: an unknown field, an enum, a message. */
export function typeText({ field, takenAs, elementAs }: WireNode): string {
  if (field === null) return elementAs === null ? takenAs : `${takenAs} ${elementAs}`
  return field.message !== null || field.enum !== null ? (field.type.split('.').at(-1) ?? '') : ''
}
