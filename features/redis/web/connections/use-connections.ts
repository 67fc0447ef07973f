import { useSession, userMay } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { useCall, useCalls, useScope } from '@qd/web-calls'
import { lineList } from '@qd/scope/contract'
import type { Environment, ScopePlace } from '@qd/contract-kit'
import { listConnections, saveConnection } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'

export interface KnownLine {
  lineId: string
  name: string
  environment: Environment
  place: ScopePlace
  /** Whether the user may create and change connections there. */
  mayManage: boolean
}

/** The lines of the selected game, of all its operators. */
export function useLines(): readonly KnownLine[] {
  const user = useSession((state) => state.userInfo)
  const game = useScope((state) => state.game)
  const operators = useScope((state) => state.operators)
  const selected = useScope((state) => state.lines)
  const partnerCode = useScope((state) => state.partnerCode)
  // Those of the selected operator are known already.
  const others = operators.filter((operator) => operator.partnerCode !== partnerCode)
  const answers = useCalls(
    lineList,
    others.map((operator) => ({ body: { game, partnerCode: operator.partnerCode } })),
    { tag: 'redis:page.connections', told: 'place', staleTimeMs: 60_000 },
  )
  const known = [
    ...selected.map((line) => ({ ...line, operator: partnerCode })),
    ...others.flatMap((operator, index) =>
      (answers[index]?.data ?? []).map((line) => ({ ...line, operator: operator.partnerCode })),
    ),
  ]
  return known.map(({ lineId, name, environment, operator }) => {
    const place = { game, operator, lineId, environment }
    return { lineId, name, environment, place, mayManage: userMay(user, saveConnection, place) }
  })
}

export interface Connections {
  /** Undefined while they are read. */
  list: readonly RedisConnection[] | undefined
  error: CallError | null
  retry: () => void
}

/** The connections of the selected game that the user may open. */
export function useConnections(): Connections {
  const game = useScope((state) => state.game)
  const { data, error, refetch } = useCall(listConnections, game === '' ? null : { query: { game } }, {
    tag: 'redis:page.connections',
    told: 'inline',
  })
  return { list: data, error, retry: () => void refetch() }
}
