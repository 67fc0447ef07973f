/** Which option stands after a list came: the current one, else the latest remembered, else the only one. */
export function chooseOption(ids: readonly string[], current: string, recent: readonly string[]): string {
  if (ids.includes(current)) return current
  const remembered = recent.find((id) => ids.includes(id))
  if (remembered !== undefined) return remembered
  return ids.length === 1 ? (ids[0] ?? '') : ''
}
