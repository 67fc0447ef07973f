import { useNow } from '@qd/web-controls'
import { useMay } from '@qd/web-calls'
import type { Pages } from '@qd/web-calls'
import { useUrlFilter } from '@qd/web-tables'
import { approvalDecide } from '../../contract/index.ts'
import type { ApprovalView } from '../../contract/index.ts'
import { BOXES, useInbox } from './use-inbox.ts'
import type { Box } from './use-inbox.ts'

const WEEK_MS = 7 * 86_400_000
const DEFAULTS = { box: '', id: '', search: '', game: '' }

export interface InboxState {
  box: Box
  search: string
  /** Id of the request in view. */
  chosen: string
  open: Pages<{ list: readonly ApprovalView[]; next: string | null }>
  /** What the reader decided lately. */
  decided: readonly ApprovalView[]
  setBox: (box: Box) => void
  setSearch: (search: string) => void
  choose: (id: string) => void
  /** The next or previous one in the order they are shown. */
  step: (by: 1 | -1) => void
}

/** The inbox as its address says it; a link or a reload keeps box and request. */
export function useInboxState(choosesFirst: boolean): InboxState {
  const [filter, change] = useUrlFilter(DEFAULTS)
  const now = useNow(60_000)
  // Who decides on nothing has come for their own.
  const mayDecide = useMay(approvalDecide, {})
  const box = BOXES.find((each) => each === filter.box) ?? (mayDecide ? 'to_decide' : 'mine')
  const { search } = filter
  // What waits for the reader is all of it, as counted beside it: some requests belong to no game.
  const open = useInbox({ box, search, scope: box === 'to_decide' ? '' : filter.game })
  const lately = useInbox({ box: 'decided', search, scope: '' })
  const shown = new Set(open.rows?.map(({ id }) => id))
  const decided =
    box === 'to_decide'
      ? (lately.rows ?? []).filter(({ id, updatedAt }) => !shown.has(id) && now - updatedAt < WEEK_MS)
      : []
  const rows = [...(open.rows ?? []), ...decided]
  const chosen = filter.id === '' && choosesFirst ? (rows[0]?.id ?? '') : filter.id
  return {
    box,
    search: filter.search,
    chosen,
    open,
    decided,
    setBox: (next) => change({ box: next, id: '' }),
    setSearch: (search) => change({ search }),
    choose: (id) => change({ id }),
    step(by) {
      const at = rows.findIndex(({ id }) => id === chosen)
      const next = rows[at === -1 ? 0 : at + by]
      if (next === undefined) return
      change({ id: next.id })
      document.querySelector(`[data-request="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' })
    },
  }
}
