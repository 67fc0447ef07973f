import { LoadingRows } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { RecentPlayers } from './recent-players.tsx'
import { ServerHome } from './server-home.tsx'

/** Home (S2.06): the selected server, or the player the address names. */
export default function HomePage(): ReactNode {
  const { uId } = useParams()
  const [query] = useSearchParams()
  const game = query.get('game') ?? ''
  return uId === undefined ? (
    <ServerHome>
      <Slot name="playerSearch" />
      <RecentPlayers />
    </ServerHome>
  ) : (
    <Slot key={`${game}/${uId}`} name="playerPage" values={{ uId, game }} fallback={<LoadingRows />} isPage />
  )
}
