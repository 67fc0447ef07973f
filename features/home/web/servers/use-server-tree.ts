import type { RouteReply } from '@qd/contract-kit'
import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { useCall, useCalls, useScope } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import type { LineOption, OperatorOption } from '@qd/web-calls'

type ServerRow = RouteReply<typeof serverList>[number]

/** A line the caller reaches, with its servers as far as they are read. */
export interface LineBranch {
  operator: OperatorOption
  line: LineOption
  /** Lines of the operator, to move the selection with its lists. */
  lines: readonly LineOption[]
  /** null until the first answer. */
  servers: readonly ServerRow[] | null
  error: CallError | null
  retry: () => void
}

export interface ServerTree {
  branches: readonly LineBranch[]
  isPending: boolean
  /** What kept the operators or lines from being read. */
  error: CallError | null
  retry: () => void
}

const LISTS = { tag: 'home:servers.title', told: 'inline', staleTimeMs: 60_000 } as const
/** Servers start and stop; their dots follow. */
const SERVERS = {
  tag: 'home:servers.title',
  told: 'place',
  staleTimeMs: 10_000,
  refetchIntervalMs: 30_000,
} as const

/** Operators, lines and servers of the game within the caller's reach, read line by line. */
export function useServerTree(): ServerTree {
  const game = useScope((state) => state.game)
  // Without any game there is nothing to wait for.
  const games = useCall(gameList, { body: {} }, LISTS)
  const operators = useCall(operatorList, game === '' ? null : { body: { game } }, LISTS)
  const known = operators.data ?? []
  const ofOperators = useCalls(
    lineList,
    known.map(({ partnerCode }) => ({ body: { game, partnerCode } })),
    LISTS,
  )
  const found = known.flatMap((operator, index) => {
    const lines = ofOperators[index]?.data ?? []
    return lines.map((line) => ({ operator, line, lines }))
  })
  const ofLines = useCalls(
    serverList,
    found.map(({ line }) => ({ params: { lineId: line.lineId }, body: {} })),
    SERVERS,
  )
  const broken = [operators, ...ofOperators].filter(({ isError, data }) => isError && data === undefined)
  return {
    branches: found.map((branch, index) => ({
      ...branch,
      servers: ofLines[index]?.data ?? null,
      error: ofLines[index]?.error ?? null,
      retry: () => void ofLines[index]?.refetch(),
    })),
    isPending:
      game === '' ? games.isPending : operators.isPending || ofOperators.some(({ isPending }) => isPending),
    error: broken[0]?.error ?? null,
    retry: () => broken.forEach(({ refetch }) => void refetch()),
  }
}
