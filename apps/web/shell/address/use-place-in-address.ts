import { useScope } from '@qd/web-calls'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The game and operator an address of the menu names as `game` and `pid` (S2.19); null: it names none. */
function placeNamed(search: string): { game: string; pid: string } | null {
  const query = new URLSearchParams(search)
  const game = query.get('game')
  const pid = query.get('pid')
  return game === null || pid === null ? null : { game, pid }
}

/**
 * Keeps `game` and `pid` of a menu entry's address at what is selected. A page that is loaded under such an address
 * takes its selection from it: a link leads to where whoever sent it was.
 */
export function usePlaceInAddress(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const game = useScope((state) => state.game)
  const pid = useScope((state) => state.partnerCode)
  const isLoaded = useRef(false)
  useEffect(() => {
    const named = placeNamed(search)
    const isFirst = !isLoaded.current
    isLoaded.current = true
    if (named === null || (named.game === game && named.pid === pid)) return
    if (isFirst && named.game !== '' && named.pid !== '') {
      useScope
        .getState()
        .moveTo({ game: named.game, partnerCode: named.pid, lineId: '', sId: 0, channel: '' })
      return
    }
    // Between two operators there is none for a moment.
    if (pid === '') return
    const query = new URLSearchParams(search)
    query.set('game', game)
    query.set('pid', pid)
    void navigate(`${pathname}?${query.toString()}`, { replace: true })
  }, [pathname, search, game, pid, navigate])
}
