import { lazyPart } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import { openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { Database } from 'lucide-react'
import type { ReactNode } from 'react'
import { findPlayerKeys } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import type { PlayerPlace } from './player-keys.tsx'

/** The keys come with the click: a page of a player is drawn far more often than they are looked at. */
const PlayerKeys = lazyPart(() => import('./player-keys.tsx').then((file) => ({ default: file.PlayerKeys })))

/** On a player's page, for those who may read the Redis of their line: the way to their keys. */
export function PlayerKeysButton({ uId, at }: PlayerPlace): ReactNode {
  const t = useRedisTexts()
  const may = useMay(findPlayerKeys, at)
  if (!may) return null
  return (
    <Button
      icon={<Database size={15} aria-hidden />}
      onClick={() =>
        openDialog(({ close }) => <PlayerKeys uId={uId} at={at} onLeave={close} />, {
          title: redisText('player.titleOf', { uId }),
          width: 720,
        })
      }
    >
      {t('player.title')}
    </Button>
  )
}
