import { sql } from 'kysely'
import type { PlayerRun, RunCount, RunsAsked } from '../../contract/index.ts'

interface Who {
  caller: { username: string }
}

/** Function runs as the feature of functions tells them, to whoever is not called reader; told how many it lists. */
export function someRuns(all: readonly PlayerRun[], onList: (count: number) => void) {
  const matching = ({ caller }: Who, asked: RunsAsked): PlayerRun[] => {
    if (caller.username === 'reader') return []
    const { ids, before, actorId, fromMs, toMs, statuses, limit = Infinity } = asked
    return all
      .filter(({ id }) => (ids?.includes(id) ?? true) && (before === undefined || id < before))
      .filter(({ at }) => (fromMs === undefined || at >= fromMs) && (toMs === undefined || at < toMs))
      .filter((run) => actorId === undefined || run.actorId === actorId)
      .filter(({ status }) => statuses?.includes(status) ?? true)
      .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit)
  }
  const list = async (who: Who, asked: RunsAsked) => {
    const found = matching(who, asked)
    onList(found.length)
    return found
  }
  const counts = async (who: Who, asked: RunsAsked): Promise<RunCount[]> =>
    Object.values(Object.groupBy(matching(who, asked), ({ status }) => status)).map((runs = []) => ({
      actorId: 'u-editor',
      actor: 'editor',
      status: runs[0]!.status,
      runs: runs.length,
    }))
  const idsIn = (who: Who, asked: RunsAsked) => {
    const ids = matching(who, asked).map(({ id }) => id)
    return ids.length === 0 ? null : sql`(${sql.join(ids)})`
  }
  return { list, counts, idsIn }
}
