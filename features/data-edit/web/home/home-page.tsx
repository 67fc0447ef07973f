import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { PlayerPage } from '../player/player-page.tsx'
import { ServerHome } from './server-home.tsx'

/** Home (S2.06): the selected server, or the player the address names. */
export default function HomePage(): ReactNode {
  const { uId } = useParams()
  const [query] = useSearchParams()
  const game = query.get('game') ?? ''
  return uId === undefined ? <ServerHome /> : <PlayerPage key={`${game}/${uId}`} uId={uId} game={game} />
}
