/** Names of places by their path. */
export type PlaceNames = ReadonlyMap<string, string>

/** A path in names, from the operator down: the game stands everywhere above. A server keeps its number. */
export function placeText(scope: string, names: PlaceNames, everywhere: string): string {
  if (scope === '*' || scope === '') return everywhere
  const parts = scope.split('/')
  const shown = parts.map((part, index) => {
    const name = names.get(parts.slice(0, index + 1).join('/'))
    return name ?? (index === 3 ? `S${part}` : part)
  })
  return (shown.length > 1 ? shown.slice(1) : shown).join(' / ')
}

/** The place of an entry by the names it has today, from the operator down; what is gone stands by its code. */
export function entryPlace(
  { scope, placeName }: { scope: string; placeName: readonly string[] },
  everywhere: string,
): string {
  const parts = scope.split('/')
  const known = new Map(placeName.map((name, at) => [parts.slice(0, at + 1).join('/'), name]))
  return placeText(scope, known, everywhere)
}
