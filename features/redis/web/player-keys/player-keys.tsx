import type { RouteReply } from '@qd/contract-kit'
import { formatQuantity, goTo } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { IconButton, LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { KeyRound, Pencil, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { PLAYER_SCAN, findPlayerKeys, listPlayerPatterns, savePlayerPatterns } from '../../contract/index.ts'
import { TypeBadge } from '../detail/head/type-badge.tsx'
import { shownBytes } from '../detail/model/bytes.ts'
import { ttlText } from '../detail/model/ttl.ts'
import { keyAddress } from '../page/key-address.ts'
import { useRedisTexts } from '../texts.ts'
import { openPatterns } from './patterns-dialog.tsx'
import styles from './player-keys.module.css'

export interface PlayerPlace {
  readonly uId: string
  readonly at: {
    readonly game: string
    readonly operator: string
    readonly lineId: string
    readonly sId: number
  }
}

type Patterns = RouteReply<typeof listPlayerPatterns>[number]
type Found = RouteReply<typeof findPlayerKeys>['found'][number]

function PatternKeys(props: { found: Found; connectionId: string; onLeave: () => void }): ReactNode {
  const t = useRedisTexts()
  const { found, connectionId } = props
  const { db, pattern, label, keys, examined, isIncomplete, msg } = found
  return (
    <section className={styles.pattern} aria-label={label || pattern}>
      <header className={styles.patternHead}>
        <span>{label || pattern}</span>
        {label === '' ? null : <code>{pattern}</code>}
        <span className={styles.db}>DB{db}</span>
      </header>
      {msg === '' ? null : (
        <p role="alert" className={styles.failed}>
          {msg}
        </p>
      )}
      {keys.length === 0 && msg === '' ? <p className={styles.hint}>{t('player.noneFits')}</p> : null}
      <ul className={styles.keys}>
        {keys.map(({ key, type, ttlMs }) => {
          const name = shownBytes(key)
          return (
            <li key={name}>
              {type === 'none' ? (
                <span className={styles.absent} title={name}>
                  {name} · {t('player.absent')}
                </span>
              ) : (
                <button
                  type="button"
                  className={styles.key}
                  title={name}
                  onClick={() => {
                    props.onLeave()
                    goTo(keyAddress(connectionId, db, key))
                  }}
                >
                  <TypeBadge type={type} />
                  <bdi className={styles.name}>{name}</bdi>
                  <span className={styles.ttl}>{ttlText(ttlMs)}</span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {isIncomplete && msg === '' ? (
        <p role="status" className={styles.hint}>
          {t('player.incomplete', {
            examined: formatQuantity(examined),
            limit: formatQuantity(PLAYER_SCAN.listed),
          })}
        </p>
      ) : null}
    </section>
  )
}

/** Each connection is asked by itself: one that is away holds up no other. */
function ConnectionKeys(props: PlayerPlace & { patterns: Patterns; onLeave: () => void }): ReactNode {
  const t = useRedisTexts()
  const { uId, at, patterns } = props
  const { connectionId, name } = patterns
  const { lineId, sId } = at
  const mayManage = useMay(savePlayerPatterns, at)
  const isAsked = patterns.patterns.length > 0
  const { data, error, refetch, isFetching } = useCall(
    findPlayerKeys,
    isAsked ? { body: { lineId, connectionId, uId, sId } } : null,
    { tag: 'redis:player.title', told: 'inline' },
  )
  return (
    <section className={styles.connection} aria-label={name}>
      <header className={styles.head}>
        <h3>{name}</h3>
        {isAsked ? (
          <IconButton
            isSmall
            label={t('player.refresh')}
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            <RefreshCw size={14} aria-hidden />
          </IconButton>
        ) : null}
        {mayManage ? (
          <IconButton isSmall label={t('player.edit')} onClick={() => openPatterns(lineId, patterns)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
        ) : null}
      </header>
      {isAsked ? null : <p className={styles.hint}>{t('player.noPatterns')}</p>}
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {isAsked && data === undefined && error === null ? <LoadingRows /> : null}
      {data?.found.map((found) => (
        <PatternKeys
          key={`${found.db} ${found.pattern}`}
          found={found}
          connectionId={connectionId}
          onLeave={props.onLeave}
        />
      ))}
    </section>
  )
}

/** The keys of a player on the connections of their line, by the patterns kept there. */
export function PlayerKeys({ uId, at, onLeave }: PlayerPlace & { onLeave: () => void }): ReactNode {
  const t = useRedisTexts()
  const { data, error, refetch } = useCall(
    listPlayerPatterns,
    { body: { lineId: at.lineId } },
    { tag: 'redis:player.title', told: 'inline' },
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows />
  if (data.length === 0) {
    const toRedis = (): void => {
      onLeave()
      goTo('/redis')
    }
    return (
      <EmptyState
        icon={<KeyRound />}
        title={t('player.noConnections')}
        action={<Button onClick={toRedis}>{t('page.title')}</Button>}
      />
    )
  }
  return (
    <div className={styles.all}>
      {data.map((patterns) => (
        <ConnectionKeys key={patterns.connectionId} uId={uId} at={at} patterns={patterns} onLeave={onLeave} />
      ))}
    </div>
  )
}
