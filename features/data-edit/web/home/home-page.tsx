import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { PlayerPage } from '../player/player-page.tsx'
import { ServerHome } from './server-home.tsx'

/** Home (S2.06): the selected server, or the player the address names. */
export default function HomePage(): ReactNode {
  const { uId } = useParams()
  return uId === undefined ? <ServerHome /> : <PlayerPage key={uId} uId={uId} />
}
