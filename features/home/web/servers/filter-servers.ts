import { liveKey } from '../online/use-live-servers.ts'
import type { LiveServer } from '../online/use-live-servers.ts'
import type { LineBranch } from './use-server-tree.ts'

function holds(needle: string, ...texts: readonly string[]): boolean {
  return texts.some((text) => text.toLowerCase().includes(needle))
}

export interface ServerFilter {
  search: string
  /** Only servers with this label; empty: all. */
  label: string
}

/** Labels of all servers in view, each once. */
export function labelsOf(branches: readonly LineBranch[], live: ReadonlyMap<string, LiveServer>): string[] {
  const all = branches.flatMap(({ line, servers }) =>
    (servers ?? []).flatMap(({ sId }) => live.get(liveKey({ lineId: line.lineId, sId }))?.labels ?? []),
  )
  return [...new Set(all)].toSorted((left, right) => left.localeCompare(right))
}

/** Branches with the servers that match; a line or operator that matches keeps all of its servers. */
export function filterServers(
  all: readonly LineBranch[],
  live: ReadonlyMap<string, LiveServer>,
  { search, label }: ServerFilter,
): readonly LineBranch[] {
  const labels = ({ line }: LineBranch, sId: number) =>
    live.get(liveKey({ lineId: line.lineId, sId }))?.labels ?? []
  const labelled = all.map((branch) => ({
    ...branch,
    servers: branch.servers?.filter(({ sId }) => labels(branch, sId).includes(label)) ?? null,
  }))
  const branches =
    label === '' ? all : labelled.filter(({ servers }) => servers !== null && servers.length > 0)
  const needle = search.trim().toLowerCase()
  if (needle === '') return branches
  return branches.flatMap((branch) => {
    const { operator, line, servers } = branch
    if (holds(needle, operator.name, operator.partnerCode, line.name, line.lineCode)) return [branch]
    const matching = (servers ?? []).filter(({ sId, serviceName }) =>
      holds(needle, `s${sId}`, serviceName, ...labels(branch, sId)),
    )
    return matching.length === 0 ? [] : [{ ...branch, servers: matching }]
  })
}
