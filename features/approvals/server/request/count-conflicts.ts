import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

type StoreDeps = Pick<UseCaseDeps, 'store'>

/** Objects of one request that are compared with those of others. */
const COMPARED = 200
/** Objects that are looked for in one query. */
const LOOKED_FOR = 1_000

/** The open requests on each of some objects. */
async function openOn({ store }: StoreDeps, objects: readonly string[]): Promise<Map<string, string[]>> {
  const byObject = new Map<string, string[]>()
  for (let at = 0; at < objects.length; at += LOOKED_FOR) {
    const rows = await store.read
      .selectFrom('approval_object')
      .innerJoin('approval_request', 'approval_request.id', 'approval_object.request_id')
      .select(['object', 'request_id'])
      .where('object', 'in', objects.slice(at, at + LOOKED_FOR))
      .where('status', 'in', [1, 2, 5])
      .where('execution', 'in', ['none', 'scheduled', 'executing'])
      .execute()
    for (const { object, request_id: id } of rows) byObject.set(object, [...(byObject.get(object) ?? []), id])
  }
  return byObject
}

/** How many other open requests there are on the objects of each of some requests. */
export async function countConflicts(
  deps: StoreDeps,
  objectsOf: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, number>> {
  const compared = [...objectsOf].map(([id, objects]) => ({ id, objects: objects.slice(0, COMPARED) }))
  const open = await openOn(deps, [...new Set(compared.flatMap(({ objects }) => objects))])
  return new Map(
    compared.map(({ id, objects }) => {
      const others = new Set(objects.flatMap((object) => open.get(object) ?? []))
      others.delete(id)
      return [id, others.size]
    }),
  )
}

const isOpen = ({ status, execution }: StoredRequest) =>
  (execution === 'none' || execution === 'scheduled') && [1, 2, 5].includes(status)

/** The same of stored requests, for all at once; those that are over conflict with nothing. */
export async function conflictsOf(
  deps: StoreDeps,
  requests: readonly StoredRequest[],
): Promise<Map<string, number>> {
  const ids = requests.filter(isOpen).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await deps.store.read
    .selectFrom('approval_object')
    .selectAll()
    .where('request_id', 'in', ids)
    .execute()
  const byRequest = Map.groupBy(rows, (row) => row.request_id)
  return countConflicts(
    deps,
    new Map([...byRequest].map(([id, own]) => [id, own.map(({ object }) => object)])),
  )
}
