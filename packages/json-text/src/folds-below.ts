import { JsonReader } from './json-reader.ts'
import type { JsonNode } from './json-reader.ts'

const MAX_FOLDS = 20_000

/** The inside of every object and list that lies deeper than so many levels, in the order of the text. */
export function foldsBelow(text: string, levels: number): { from: number; to: number }[] {
  const reader = new JsonReader(text)
  reader.read()
  if (!reader.root || reader.hasErrors) return []
  const folds: { from: number; to: number }[] = []
  const open: { node: JsonNode; depth: number }[] = [{ node: reader.root, depth: 0 }]
  for (let next = open.pop(); next && folds.length < MAX_FOLDS; next = open.pop()) {
    const { node, depth } = next
    if (node.kind === 'scalar' || node.items!.length === 0) continue
    if (depth >= levels) folds.push({ from: node.from + 1, to: node.to - 1 })
    else for (const item of node.items!) open.push({ node: item, depth: depth + 1 })
  }
  return folds.sort((left, right) => left.from - right.from)
}
