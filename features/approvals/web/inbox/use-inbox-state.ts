import { useNow } from '@qd/web-controls'
import { useMay } from '@qd/web-calls'
import type { Pages } from '@qd/web-calls'
import { useUrlFilter } from '@qd/web-tables'
import type { RouteReply } from '@qd/contract-kit'
import { approvalDecide } from '../../contract/index.ts'
import type { ApprovalView, approvalList } from '../../contract/index.ts'
import { BOXES, useInbox } from './use-inbox.ts'
import type { Box, InboxOrder } from './use-inbox.ts'

const WEEK_MS = 7 * 86_400_000
/** `game` and `pid` are the place of an entry of the menu; `at`, chosen on the page, wins over it. */
const DEFAULTS = {
  box: '',
  id: '',
  search: '',
  game: '',
  pid: '',
  at: '',
  kind: '',
  risk: '',
  env: '',
  order: '',
}
const EVERYWHERE = '*'
const UNFILTERED = { kind: '', risk: '', env: '', order: '' }

/** What the inbox is narrowed to, and how it is ordered. */
export interface InboxFilter {
  kind: string
  risk: string
  env: string
  order: InboxOrder
  /** A scope path; `*`: everywhere. */
  at: string
}

type Kind = RouteReply<typeof approvalList>['types'][number]

/** The place of a menu entry, as a scope path; empty: none. */
export const placeNamed = ({ game, pid }: { game: string; pid: string }): string =>
  game === '' || pid === '' ? game : `${game}/${pid}`

export interface InboxState {
  box: Box
  search: string
  /** Id of the request in view. */
  chosen: string
  open: Pages<{ list: readonly ApprovalView[]; next: string | null; types: readonly Kind[] }>
  filter: InboxFilter
  /** Something of it is chosen, or the address of the page says it. */
  isFiltered: boolean
  setFilter: (filter: Partial<InboxFilter>) => void
  clearFilter: () => void
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
  const named = placeNamed(filter)
  const at = filter.at || named || EVERYWHERE
  const order: InboxOrder = filter.order === 'end' ? 'end' : 'risk'
  const asked = {
    search,
    scope: at === EVERYWHERE ? '' : at,
    type: filter.kind,
    risk: filter.risk,
    environment: filter.env,
    order,
  }
  const open = useInbox({ ...asked, box })
  const lately = useInbox({ ...asked, box: 'decided' })
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
    filter: { kind: filter.kind, risk: filter.risk, env: filter.env, order, at },
    isFiltered: at !== EVERYWHERE || filter.kind !== '' || filter.risk !== '' || filter.env !== '',
    setFilter: change,
    // The address of a menu entry keeps its place, so that everywhere has to be said.
    clearFilter: () => change({ ...UNFILTERED, at: named === '' ? '' : EVERYWHERE }),
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
