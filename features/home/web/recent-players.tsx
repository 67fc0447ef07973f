import { forgetRecentPlayers, hueOf, initialOf, recentPlayers } from '@qd/players/contract'
import { formatAgo } from '@qd/web-base'
import { playerAddress, queryKeyOf, useCall, useSend } from '@qd/web-calls'
import { LoadingRows, Panel, useNow } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Users } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { useHomeTexts } from './texts.ts'
import styles from './server-home.module.css'

interface PlayerRow {
  uId: string
  game: string
  name: string
  level: number
  sId: number
  at: number
}

function PlayerLink({ player, nowMs }: { player: PlayerRow; nowMs: number }): ReactNode {
  const t = useHomeTexts()
  const { uId, game, name, level, sId, at } = player
  return (
    <li>
      <Link to={playerAddress({ uId, game })} className={styles.player}>
        <span className={styles.avatar} style={{ '--hue': hueOf(uId) } as CSSProperties} aria-hidden>
          {initialOf(name)}
        </span>
        <span className={styles.who}>
          <bdi title={name}>{name}</bdi>
          <code className={styles.uId}>{`${uId} · S${sId}`}</code>
        </span>
        <span className={styles.level}>{t('recent.levelOf', { level })}</span>
        <span className={styles.at}>{formatAgo(at, Math.max(nowMs, at))}</span>
      </Link>
    </li>
  )
}

function PlayerList({ players }: { players: readonly PlayerRow[] }): ReactNode {
  const t = useHomeTexts()
  const now = useNow(60_000)
  if (players.length === 0) return <EmptyState title={t('recent.none')} hint={t('recent.noneHint')} />
  return (
    <ul className={styles.players}>
      {players.map((player) => (
        <PlayerLink key={`${player.game}/${player.uId}`} player={player} nowMs={now} />
      ))}
    </ul>
  )
}

/** The players this user opened lately; a click opens one again. */
export function RecentPlayers(): ReactNode {
  const t = useHomeTexts()
  const queries = useQueryClient()
  const recent = useCall(
    recentPlayers,
    { body: {} },
    { tag: 'home:recent.title', told: 'inline', staleTimeMs: 0 },
  )
  const forget = useSend(forgetRecentPlayers, { tag: 'home:recent.title', told: 'toast' })
  const count = recent.data?.length ?? 0
  const clear = async (): Promise<void> => {
    await forget.mutateAsync({ body: {} })
    await queries.invalidateQueries({ queryKey: queryKeyOf(recentPlayers) })
  }
  const actions =
    count === 0 ? undefined : (
      <Button type="text" size="small" loading={forget.isPending} onClick={() => void clear()}>
        {t('recent.clear')}
      </Button>
    )
  return (
    <Panel
      title={t('recent.title')}
      icon={<Users size={15} aria-hidden />}
      count={count === 0 ? undefined : count}
      actions={actions}
    >
      {recent.isPending ? <LoadingRows rows={6} rowHeight={44} /> : null}
      {recent.isError && !recent.data ? (
        <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />
      ) : null}
      {recent.data ? <PlayerList players={recent.data} /> : null}
    </Panel>
  )
}
