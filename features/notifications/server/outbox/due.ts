import { WEBHOOK_TEST } from '../../contract/index.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { FARTHEST_MS } from './back-off.ts'

/** Due now; `closed`: lanes that take nothing yet. */
export function waitingRows({ store, nowMs, kinds }: UseCaseDeps) {
  // What this version of the program has no words for is left to the one that told it.
  const known = [WEBHOOK_TEST.name, ...kinds().map(({ name }) => name)]
  const atMs = nowMs()
  return store.read
    .selectFrom('notice_delivery')
    .where('state', '=', 'waiting')
    .where('kind', 'in', known)
    .where((eb) => eb.or([eb('not_before', '<=', atMs), eb('not_before', '>', atMs + FARTHEST_MS)]))
}

/** Receivers nothing goes to now. */
export function closedLanes({ store, nowMs }: UseCaseDeps) {
  const atMs = nowMs()
  return store.read
    .selectFrom('notice_lane')
    .select(['way', 'target'])
    .where('not_before', '>', atMs)
    .where('not_before', '<=', atMs + FARTHEST_MS)
}
