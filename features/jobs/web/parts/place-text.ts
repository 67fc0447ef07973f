/** A path from the operator down: the game stands everywhere above. A server keeps its number. */
export function placeText(scope: string, everywhere: string): string {
  if (scope === '*') return everywhere
  const parts = scope.split('/').map((part, index) => (index === 3 ? `S${part}` : part))
  return (parts.length > 1 ? parts.slice(1) : parts).join(' / ')
}
