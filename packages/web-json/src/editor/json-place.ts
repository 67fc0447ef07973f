import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** Where the cursor stands in the text: at a key or a value, and inside what. */
export interface JsonPlace {
  at: 'key' | 'value'
  /** Keys on the way down to the container, `*` for a list. */
  path: string[]
  /** The key whose value this is; null inside a list and at keys. */
  key: string | null
  /** What would be replaced, quotes included. */
  from: number
  to: number
  /** Keys the container has already. */
  taken: ReadonlySet<string>
}

function nameOf(state: EditorState, property: SyntaxNode): string | null {
  const name = property.getChild('PropertyName')
  if (!name) return null
  try {
    return JSON.parse(state.sliceDoc(name.from, name.to)) as string
  } catch {
    // A name that is still being typed.
    return null
  }
}

function pathOf(state: EditorState, container: SyntaxNode): string[] {
  const path: string[] = []
  for (let node: SyntaxNode | null = container.parent; node; node = node.parent) {
    if (node.name === 'Property') path.unshift(nameOf(state, node) ?? '')
    if (node.name === 'Array') path.unshift('*')
  }
  return path
}

function keysOf(state: EditorState, object: SyntaxNode): Set<string> {
  return new Set(object.getChildren('Property').map((property) => nameOf(state, property) ?? ''))
}

const SCALARS: ReadonlySet<string> = new Set(['String', 'Number', 'True', 'False', 'Null'])

function atKey(state: EditorState, object: SyntaxNode, range: { from: number; to: number }): JsonPlace {
  return { at: 'key', path: pathOf(state, object), key: null, taken: keysOf(state, object), ...range }
}

function atValue(
  state: EditorState,
  parent: SyntaxNode,
  range: { from: number; to: number },
): JsonPlace | null {
  const shared = { at: 'value' as const, taken: new Set<string>(), ...range }
  if (parent.name === 'Array') return { ...shared, path: [...pathOf(state, parent), '*'], key: null }
  if (parent.name !== 'Property' || !parent.parent) return null
  return { ...shared, path: pathOf(state, parent.parent), key: nameOf(state, parent) }
}

/** What stands at a position of the text; null where nothing can be completed. */
export function jsonPlace(state: EditorState, position: number): JsonPlace | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1)
  if (node.type.isError) node = node.parent
  if (!node) return null
  const here = { from: position, to: position }
  if (node.name === 'PropertyName' && node.parent?.parent) {
    return atKey(state, node.parent.parent, { from: node.from, to: node.to })
  }
  if (SCALARS.has(node.name) && node.parent) {
    return atValue(state, node.parent, { from: node.from, to: node.to })
  }
  if (node.name === 'Property') return atValue(state, node, here)
  const container = ['{', ',', '[', ':'].includes(node.name) ? node.parent : node
  if (container?.name === 'Object') return atKey(state, container, here)
  return container?.name === 'Property' || container?.name === 'Array'
    ? atValue(state, container, here)
    : null
}
