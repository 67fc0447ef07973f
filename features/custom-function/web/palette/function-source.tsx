import { goTo } from '@qd/web-base'
import { playerAddress, playerOfAddress, useCall, useMay, useScope } from '@qd/web-calls'
import type { PaletteEntry, PaletteSourceProps } from '@qd/web-frame'
import { SquareFunction } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { functionList } from '../../contract/index.ts'
import { keyOf } from '../model/function-key.ts'

const NONE: readonly PaletteEntry[] = []

/** Functions offered on the selected server; one leads to its form, for the player in view where there is one. */
export default function FunctionSource({ show }: PaletteSourceProps): null {
  const { game, lineId, sId } = useScope(useShallow(({ game, lineId, sId }) => ({ game, lineId, sId })))
  const mayRun = useMay(functionList)
  const { pathname, search } = useLocation()
  const player = playerOfAddress(`${pathname}${search}`)
  const isHere = player.uId !== '' && (player.game === '' || player.game === game)
  const page = !isHere ? '/dataModify' : playerAddress(player, '/dataModify')
  const isThere = lineId !== '' && sId !== 0 && mayRun
  const { data, error } = useCall(functionList, isThere ? { query: { sId, lineId }, body: {} } : null, {
    at: { game, lineId, sId },
    tag: 'custom-function:list.title',
    told: 'inline',
    staleTimeMs: 30_000,
  })
  const list = data?.list
  const entries = useMemo(
    () =>
      list
        ?.filter(({ mayRun: isOwn }) => isOwn)
        .map((entry): PaletteEntry => ({
          id: `function ${keyOf(entry)}`,
          title: entry.title,
          hint: [entry.group, entry.id].filter((part) => part !== '').join(' · '),
          keywords: [entry.id],
          icon: SquareFunction,
          run: () =>
            goTo(`${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ fn: keyOf(entry) })}`),
        })) ?? NONE,
    [list, page],
  )
  useEffect(() => show(entries, error?.message), [show, entries, error])
  return null
}
