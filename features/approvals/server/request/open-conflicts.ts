import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { gamesOfPlayers, playersInLists } from './players-in-lists.ts'

type StoreDeps = Pick<UseCaseDeps, 'store'>

/** Objects of one request that are compared with those of others. */
const COMPARED = 200
/** Objects that are looked for in one query. */
const LOOKED_FOR = 1_000

const openObjects = ({ store }: StoreDeps) =>
  store.read
    .selectFrom('approval_object')
    .innerJoin('approval_request', 'approval_request.id', 'approval_object.request_id')
    .select(['object', 'request_id as requestId'])
    .where('status', 'in', [1, 2, 5])
    .where('execution', 'in', ['none', 'scheduled', 'executing'])

/** The open requests on each of some objects. */
async function openOn(deps: StoreDeps, objects: readonly string[]): Promise<Map<string, string[]>> {
  const byObject = new Map<string, string[]>()
  for (let at = 0; at < objects.length; at += LOOKED_FOR) {
    const rows = await openObjects(deps)
      .where('object', 'in', objects.slice(at, at + LOOKED_FOR))
      .execute()
    for (const { object, requestId } of rows)
      byObject.set(object, [...(byObject.get(object) ?? []), requestId])
  }
  return byObject
}

/** Open requests about players of a game, single ones or a list. */
const openOnPlayers = (deps: StoreDeps, game: string) =>
  openObjects(deps)
    .where((eb) =>
      eb.or([eb('object', 'like', `player:${game}:%`), eb('object', 'like', `players:${game}:%`)]),
    )
    .execute()

/** Which other open requests touch something that each of some requests touches. */
export async function openConflicts(
  deps: StoreDeps,
  objectsOf: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Set<string>>> {
  const asked = [...objectsOf].flatMap(([requestId, objects]) =>
    objects.slice(0, COMPARED).map((object) => ({ requestId, object })),
  )
  const open = await openOn(deps, [...new Set(asked.map(({ object }) => object))])
  for (const game of gamesOfPlayers(asked)) {
    const pairs = await playersInLists(deps.store.read, asked, await openOnPlayers(deps, game))
    for (const { object, requestId } of pairs) open.set(object, [...(open.get(object) ?? []), requestId])
  }
  const others = new Map([...objectsOf.keys()].map((id) => [id, new Set<string>()]))
  for (const { requestId, object } of asked)
    for (const other of open.get(object) ?? []) if (other !== requestId) others.get(requestId)?.add(other)
  return others
}

const isOpen = ({ status, execution }: StoredRequest) =>
  (execution === 'none' || execution === 'scheduled') && [1, 2, 5].includes(status)

/** The same of stored requests, for all at once; those that are over conflict with nothing. */
export async function conflictsOf(
  deps: StoreDeps,
  requests: readonly StoredRequest[],
): Promise<Map<string, Set<string>>> {
  const ids = requests.filter(isOpen).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await deps.store.read
    .selectFrom('approval_object')
    .selectAll()
    .where('request_id', 'in', ids)
    .execute()
  const byRequest = Map.groupBy(rows, (row) => row.request_id)
  return openConflicts(
    deps,
    new Map([...byRequest].map(([id, own]) => [id, own.map(({ object }) => object)])),
  )
}
