import type { RouteReply } from '@qd/contract-kit'
import { IconButton, useNow } from '@qd/web-controls'
import { CopyButton } from '@qd/web-frame'
import { Button } from 'antd'
import { Clock, Pencil, SquareTerminal, Trash2, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { keyShow } from '../../../contract/index.ts'
import { openPlayer, uIdInKey, useServersOfLine } from '../../keys/player-of-key.ts'
import { useRedisTexts } from '../../texts.ts'
import { isShownType } from '../key-type.ts'
import type { KeyPlace } from '../key-place.ts'
import { copiedBytes, shownBytes } from '../model/bytes.ts'
import { ttlText } from '../model/ttl.ts'
import styles from '../detail.module.css'
import { RefreshButtons } from './auto-refresh.tsx'
import { askDeleteKey, askKeyTtl, askRename } from './key-actions.tsx'
import { TypeBadge } from './type-badge.tsx'
import { KeyMenu } from './key-menu.tsx'
import { copyKeyCommand } from './whole-command.ts'

type Shown = RouteReply<typeof keyShow>

/** How long it lives, counted down from when it was read. */
function TtlLeft({ ttlMs, readAt }: { ttlMs: number | null; readAt: number }): ReactNode {
  const now = useNow(1_000)
  const t = useRedisTexts()
  if (ttlMs === null)
    return (
      <span className={styles.ttl} title={t('keys.endNotTold')}>
        ?
      </span>
    )
  return (
    <span className={styles.ttl}>
      {ttlText(ttlMs < 0 ? -1 : Math.max(0, ttlMs - Math.max(0, now - readAt)))}
    </span>
  )
}

/** What the key is, and what can be done with it as a whole. */
export function KeyHead(props: {
  place: KeyPlace
  /** null: it is being read, or it does not exist. */
  shown: Shown | null
  readAt: number
  canEdit: boolean
  isLong: () => boolean
}): ReactNode {
  const { place, shown, canEdit } = props
  const t = useRedisTexts()
  const name = shownBytes(place.key)
  const uId = uIdInKey(place.key, useServersOfLine(place.lineId))
  return (
    <header className={styles.head}>
      {shown === null ? null : <TypeBadge type={shown.type} />}
      <h2 className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </h2>
      <CopyButton text={copiedBytes(place.key)} label={t('detail.copyKey')} />
      {uId === null ? null : (
        <IconButton isSmall label={t('player.open', { uId })} onClick={() => openPlayer(uId)}>
          <UserRound size={14} aria-hidden />
        </IconButton>
      )}
      <div className={styles.headActions}>
        {shown === null ? null : (
          <Button
            size="small"
            icon={<Clock size={13} aria-hidden />}
            disabled={!canEdit}
            title={t(canEdit ? 'detail.changeTtl' : 'detail.ttl')}
            onClick={() => askKeyTtl(place, shown.ttlMs ?? -1)}
          >
            TTL <TtlLeft ttlMs={shown.ttlMs} readAt={props.readAt} />
          </Button>
        )}
        <RefreshButtons place={place} isLong={props.isLong} />
        {shown === null || !isShownType(shown.type) ? null : (
          <IconButton label={t('detail.copyCommand')} onClick={() => void copyKeyCommand(place, shown)}>
            <SquareTerminal size={14} aria-hidden />
          </IconButton>
        )}
        {shown === null ? null : <KeyMenu place={place} />}
        {shown === null || !canEdit ? null : (
          <>
            <IconButton label={t('detail.rename')} onClick={() => askRename(place)}>
              <Pencil size={14} aria-hidden />
            </IconButton>
            <IconButton
              label={t('detail.deleteKey')}
              className={styles.danger}
              onClick={() => askDeleteKey(place, shown)}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </header>
  )
}
