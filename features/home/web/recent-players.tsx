import { forgetRecentPlayers, hueOf, initialOf, recentPlayers } from '@qd/players/contract'
import { formatAgo, useKitText } from '@qd/web-base'
import { playerAddress, queryKeyOf, useCall, useSend } from '@qd/web-calls'
import { LoadingRows, useNow } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { useHomeTexts } from './texts.ts'
import styles from './recent-players.module.css'

interface PlayerRow {
  uId: string
  game: string
  name: string
  level: number
  sId: number
  lineId: string
  gameName?: string | undefined
  lineName?: string | undefined
  at: number
}

function PlayerCard({ player, nowMs }: { player: PlayerRow; nowMs: number }): ReactNode {
  const t = useHomeTexts()
  const { uId, game, name, level, sId, lineId, gameName, lineName, at } = player
  const place = `${gameName ?? game} · ${lineName ?? lineId}`
  return (
    <li>
      <Link to={playerAddress({ uId, game })} className={styles.card}>
        <span className={styles.avatar} style={{ '--hue': hueOf(uId) } as CSSProperties} aria-hidden>
          {initialOf(name)}
        </span>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        <span className={styles.level}>{t('recent.levelOf', { level })}</span>
        <code className={styles.uId}>{uId}</code>
        <bdi className={styles.place} title={place}>
          {place}
        </bdi>
        <code className={styles.server}>{`S${sId}`}</code>
        <span className={styles.end}>
          <span className={styles.unsent}>
            <Slot name="unsentChanges" values={{ uId, game }} />
          </span>
          <span className={styles.at}>{formatAgo(at, Math.max(nowMs, at))}</span>
        </span>
      </Link>
    </li>
  )
}

function PlayerCards({ players }: { players: readonly PlayerRow[] }): ReactNode {
  const t = useHomeTexts()
  const now = useNow(60_000)
  if (players.length === 0) {
    return (
      <p className={styles.none}>
        <strong>{t('recent.none')}</strong>
        <span>{t('recent.noneHint')}</span>
      </p>
    )
  }
  return (
    <ul className={styles.cards}>
      {players.map((player) => (
        <PlayerCard key={`${player.game}/${player.uId}`} player={player} nowMs={now} />
      ))}
    </ul>
  )
}

/** The players this user opened lately, as a row of cards; a click opens one again. */
export function RecentPlayers(): ReactNode {
  const t = useHomeTexts()
  const kit = useKitText()
  const titleId = useId()
  const queries = useQueryClient()
  const recent = useCall(
    recentPlayers,
    { body: {} },
    { tag: 'home:recent.title', told: 'inline', staleTimeMs: 0 },
  )
  const forget = useSend(forgetRecentPlayers, { tag: 'home:recent.title', told: 'toast' })
  const clear = async (): Promise<void> => {
    await forget.mutateAsync({ body: {} })
    await queries.invalidateQueries({ queryKey: queryKeyOf(recentPlayers) })
  }
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{t('recent.title')}</h2>
        {(recent.data?.length ?? 0) === 0 ? null : (
          <Button
            type="text"
            size="small"
            loading={forget.isPending}
            onClick={() => void clear().catch(() => undefined)}
          >
            {t('recent.clear')}
          </Button>
        )}
      </header>
      {recent.isPending ? (
        <div className={styles.loading}>
          <LoadingRows rows={2} />
        </div>
      ) : null}
      {recent.isError && !recent.data ? (
        <p className={`${styles.none} ${styles.failed}`} role="alert">
          <span>{recent.error.told}</span>
          <Button size="small" onClick={() => void recent.refetch()}>
            {kit('retry')}
          </Button>
        </p>
      ) : null}
      {recent.data ? <PlayerCards players={recent.data} /> : null}
    </section>
  )
}
