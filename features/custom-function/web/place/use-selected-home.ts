import { selectedEnvironment, selectedServer, useScope } from '@qd/web-calls'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { FunctionHome } from './function-home.ts'

export type FoundHome = Pick<FunctionHome, 'game' | 'partnerCode' | 'lineId' | 'sId' | 'uId' | 'playerName'>

/** A server, and a player of it, with what the selection knows of them; it may still be on its way there. */
export function useHomeOf(found: FoundHome): FunctionHome {
  const { game, partnerCode, lineId, sId, uId, playerName } = found
  const { serverName, environment } = useScope(
    useShallow((state) => {
      const isSelected = state.lineId === lineId
      return {
        serverName: isSelected && state.sId === sId ? (selectedServer(state)?.serviceName ?? '') : '',
        environment: isSelected ? selectedEnvironment(state) : undefined,
      }
    }),
  )
  const isProduction = environment === 'production'
  return useMemo(
    () => ({
      game,
      partnerCode,
      lineId,
      sId,
      uId,
      playerName,
      serverName,
      isProduction,
      at: { game, lineId, sId },
    }),
    [game, partnerCode, lineId, sId, uId, playerName, serverName, isProduction],
  )
}

/** The selected server, without a player. */
export function useSelection(): FoundHome {
  return useScope(
    useShallow(({ game, partnerCode, lineId, sId }) => ({
      game,
      partnerCode,
      lineId,
      sId,
      uId: '',
      playerName: '',
    })),
  )
}
