import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { useCall, useCalls, useScope } from '@qd/web-calls'
import { Server } from 'lucide-react'
import { useMemo } from 'react'
import type { PaletteEntry } from './palette-entry.ts'

const LISTS = { tag: 'shell:palette.section.server', told: 'once', staleTimeMs: 60_000 } as const

/** Every server within reach, in all games, read line by line; picking one moves the selection there. */
export function useServerEntries(): PaletteEntry[] {
  const games = useCall(gameList, { body: {} }, LISTS).data ?? []
  const ofGames = useCalls(
    operatorList,
    games.map(({ id }) => ({ body: { game: id } })),
    LISTS,
  )
  const operators = games.flatMap((game, index) =>
    (ofGames[index]?.data ?? []).map((operator) => ({ game, operator })),
  )
  const ofOperators = useCalls(
    lineList,
    operators.map(({ game, operator }) => ({ body: { game: game.id, partnerCode: operator.partnerCode } })),
    LISTS,
  )
  const lines = operators.flatMap((above, index) =>
    (ofOperators[index]?.data ?? []).map((line) => ({ ...above, line })),
  )
  const ofLines = useCalls(
    serverList,
    lines.map(({ line }) => ({ params: { lineId: line.lineId }, body: {} })),
    LISTS,
  )
  const answers = [...ofGames, ...ofOperators, ...ofLines].map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  return useMemo(
    () =>
      lines.flatMap(({ game, operator, line }, index) =>
        (ofLines[index]?.data ?? []).map(({ sId, serviceName }) => ({
          id: `server ${line.lineId} ${sId}`,
          section: 'server' as const,
          title: `S${sId} ${serviceName}`,
          hint: [games.length > 1 ? game.name : '', operator.name, line.name].filter(Boolean).join(' · '),
          icon: Server,
          run: () =>
            useScope.getState().moveTo({
              game: game.id,
              partnerCode: operator.partnerCode,
              lineId: line.lineId,
              sId,
              channel: '',
            }),
        })),
      ),
    // The answers themselves are new arrays on each render; their times say when they changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [answers, games.length],
  )
}
