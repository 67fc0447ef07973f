import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useScope } from './scope.ts'

/** A line as the calls about its items name it. */
export interface LineRef {
  game: string
  partnerCode: string
  lineCode: string
}

/** The selected line; null before one is chosen. */
export function useSelectedLine(): LineRef | null {
  const { game, partnerCode, lineId } = useScope(
    useShallow((state) => ({ game: state.game, partnerCode: state.partnerCode, lineId: state.lineId })),
  )
  return useMemo(
    () => (lineId === '' || partnerCode === '' ? null : { game, partnerCode, lineCode: lineId }),
    [game, partnerCode, lineId],
  )
}
