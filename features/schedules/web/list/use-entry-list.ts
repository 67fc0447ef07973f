import type { RouteReply } from '@qd/contract-kit'
import { call, usePages } from '@qd/web-calls'
import type { Pages } from '@qd/web-calls'
import { scheduleList } from '../../contract/index.ts'
import type { ScheduleState } from '../../contract/index.ts'

const PAGE = 50
/** Runs come and go by themselves. */
const LOOK_AGAIN_MS = 5_000

export interface EntryFilter {
  owner: 'all' | 'mine' | 'system'
  state?: ScheduleState
  scope?: string
}

/** Entries of the filter, newest first. */
export function useEntryList(filter: EntryFilter): Pages<RouteReply<typeof scheduleList>> {
  return usePages({
    queryKey: [scheduleList.path, filter],
    ask: (before, signal) =>
      call(
        scheduleList,
        { body: { ...filter, limit: PAGE, ...before } },
        { tag: 'schedules:title', told: 'inline', signal },
      ),
    refetchIntervalMs: LOOK_AGAIN_MS,
  })
}
