import { useTexts } from '@qd/web-base'
import { playerAddress } from '@qd/web-calls'
import { LoadingRows, Panel, Tag } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { SearchX, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FoundPlayer } from '../../contract/index.ts'
import '../texts.ts'
import styles from './player-search.module.css'
import type { PlayerSearchState } from './use-player-search.ts'

/** More names than this tell nobody more than their number does. */
const NAMED = 5

function PlayerRow({ player }: { player: FoundPlayer }): ReactNode {
  const t = useTexts('scope')
  const { uId, game, name, level, online, sId, serviceName, matchedBy } = player
  const state = t(online ? 'search.online' : 'search.offline')
  return (
    <li>
      <Link to={playerAddress({ uId, game })} className={styles.player} data-found>
        <span className={styles.dot} data-online={online} title={state} aria-hidden />
        <span className="qd-visually-hidden">{state}</span>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        <span className={styles.level}>{t('search.level', { level })}</span>
        <code className={styles.uId}>{uId}</code>
        <span className={styles.server} title={`S${sId} ${serviceName}`}>{`S${sId} ${serviceName}`}</span>
        <Tag>{t(`search.by.${matchedBy}`)}</Tag>
      </Link>
    </li>
  )
}

type Unanswered = NonNullable<PlayerSearchState['found']>['unanswered']

function Silent({ servers }: { servers: Unanswered }): ReactNode {
  const t = useTexts('scope')
  const rest = servers.length - NAMED
  return (
    <div className={styles.notice}>
      <p>{t('search.silent')}</p>
      <ul className={styles.silent}>
        {servers.slice(0, NAMED).map(({ sId, serviceName }, index) => (
          // eslint-disable-next-line react/no-array-index-key -- two lines may have a server of the same name and number
          <li key={index}>{`S${sId} ${serviceName}`}</li>
        ))}
        {rest > 0 ? <li>{t('search.andMore', { count: rest })}</li> : null}
      </ul>
    </div>
  )
}

type UnusableRows = NonNullable<PlayerSearchState['found']>['unusable']

function Unusable({ rows }: { rows: UnusableRows }): ReactNode {
  const t = useTexts('scope')
  const rest = rows.length - NAMED
  return (
    <div className={styles.notice}>
      <p>{t('search.unusable.title')}</p>
      <ul className={styles.silent}>
        {rows.slice(0, NAMED).map(({ sId, serviceName: name, platform, reason, count }, index) => (
          // eslint-disable-next-line react/no-array-index-key -- two lines may have a server of the same name and number
          <li key={index}>{t(`search.unusable.${reason}`, { sId, name, platform, count })}</li>
        ))}
        {rest > 0 ? <li>{t('search.andMore', { count: rest })}</li> : null}
      </ul>
    </div>
  )
}

/** What a search came to, with the servers that did not answer it. */
export function FoundPlayers({ search }: { search: PlayerSearchState }): ReactNode {
  const t = useTexts('scope')
  const { find, game, where, found, isPending, error, again } = search
  const body = () => {
    if (game === '') return <EmptyState title={t('search.chooseGame')} />
    if (error !== null) return <ErrorState error={error} onRetry={again} />
    if (isPending || found === undefined) return <LoadingRows rows={3} rowHeight={40} />
    const { players, unanswered, unusable, hasMore } = found
    return (
      <>
        <p role="status" className="qd-visually-hidden">
          {t('search.count', { count: players.length })}
        </p>
        {unanswered.length === 0 ? null : <Silent servers={unanswered} />}
        {unusable.length === 0 ? null : <Unusable rows={unusable} />}
        {players.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={t('search.none', { text: find })}
            hint={t(where === 'game' ? 'search.noneSpelling' : 'search.noneHint')}
          />
        ) : (
          <ul className={styles.players}>
            {players.map((player) => (
              <PlayerRow key={`${player.game}/${player.uId}`} player={player} />
            ))}
          </ul>
        )}
        {hasMore ? <p className={styles.more}>{t('search.more', { count: players.length })}</p> : null}
      </>
    )
  }
  return (
    <Panel
      title={t('search.results', { text: find })}
      icon={<Users size={15} aria-hidden />}
      count={found === undefined || found.players.length === 0 ? undefined : found.players.length}
      className={styles.results}
    >
      {body()}
    </Panel>
  )
}
