import { useScope } from './scope.ts'
import type { ScopeState } from './scope.ts'

/** Whether nothing is under way that may still choose by itself: option lists, the place of a player. */
export function isSelectionSettled(state: ScopeState): boolean {
  return state.settledFor === settledKey(state) && !state.isFindingPlayer
}

/** What the option lists hang on; they are settled for one such choice. */
export function settledKey({ game, partnerCode, lineId }: ScopeState): string {
  return [game, partnerCode, lineId].join('/')
}

/** Does it once the selection is settled, at once if it is; gives how to give up waiting. */
export function whenSelectionSettles(work: () => void): () => void {
  if (isSelectionSettled(useScope.getState())) {
    work()
    return () => {}
  }
  const stop = useScope.subscribe((state) => {
    if (!isSelectionSettled(state)) return
    stop()
    work()
  })
  return stop
}
