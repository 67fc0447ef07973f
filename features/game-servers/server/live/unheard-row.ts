import type { LiveRow } from '../tables.ts'

/** The row of a server that has not said anything yet. */
export const unheardRow = (key: string): LiveRow => ({
  key,
  sent_at: null,
  taken_at: null,
  declared_at: null,
  online: null,
  state: null,
  state_set_at: null,
  versions: '{}',
  clock: '{}',
  silent_since: null,
})
