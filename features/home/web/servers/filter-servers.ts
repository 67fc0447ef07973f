import type { LineBranch } from './use-server-tree.ts'

function holds(needle: string, ...texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(needle))
}

/** Branches with the servers that match; a line or operator that matches keeps all of its servers. */
export function filterServers(branches: readonly LineBranch[], search: string): readonly LineBranch[] {
  const needle = search.trim().toLowerCase()
  if (needle === '') return branches
  return branches.flatMap((branch) => {
    const { operator, line, servers } = branch
    if (holds(needle, operator.name, operator.partnerCode, line.name, line.lineCode)) return [branch]
    const matching = (servers ?? []).filter(({ sId, serviceName }) => holds(needle, `s${sId}`, serviceName))
    return matching.length === 0 ? [] : [{ ...branch, servers: matching }]
  })
}
