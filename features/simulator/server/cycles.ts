/** Nodes after all they lead to. */
function inOrder<T>(nodes: Iterable<T>, next: (node: T) => Iterable<T>): T[] {
  const seen = new Set<T>()
  const done: T[] = []
  for (const start of nodes) {
    if (seen.has(start)) continue
    seen.add(start)
    const open = [{ node: start, rest: next(start)[Symbol.iterator]() }]
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const step = top.rest.next()
      if (step.done === true) {
        done.push(top.node)
        open.pop()
      } else if (!seen.has(step.value)) {
        seen.add(step.value)
        open.push({ node: step.value, rest: next(step.value)[Symbol.iterator]() })
      }
    }
  }
  return done
}

/** Groups of nodes that lead to each other; a node that nothing leads back to is a group of its own. */
export function groupsOf<T>(nodes: readonly T[], next: (node: T) => Iterable<T>): T[][] {
  const back = new Map<T, T[]>(nodes.map((node) => [node, []]))
  for (const node of nodes) for (const to of next(node)) back.get(to)?.push(node)
  const left = new Set(nodes)
  const groups: T[][] = []
  for (const start of inOrder(nodes, next).toReversed()) {
    if (!left.delete(start)) continue
    const group = [start]
    for (let at = 0; at < group.length; at += 1) {
      for (const from of back.get(group[at]!) ?? []) if (left.delete(from)) group.push(from)
    }
    groups.push(group)
  }
  return groups
}
