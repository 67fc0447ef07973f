import { exactInt, shortMd5 } from '@qd/protocol-model'
import { formatAgo, formatInstant } from '@qd/web-base'
import { IconButton, Tag, useNow } from '@qd/web-controls'
import { useQueryClient } from '@tanstack/react-query'
import { Slot } from '@qd/web-frame'
import { Button } from 'antd'
import { History, RefreshCw } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Suspense, useMemo } from 'react'
import { groupDigits, timeText } from '@qd/web-controls/fields'
import { hueOf, initialOf } from '@qd/players/contract'
import { getData } from '../../contract/index.ts'
import { PlayerMenu } from '../compare/player-menu.tsx'
import { useEditorPlace, useEditorSession, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { WHOLE_HISTORY } from '../state/history-place.ts'
import { useLostPlace } from '../state/use-lost-place.ts'
import { useEditTexts } from '../texts.ts'
import { PlayerPeople } from './player-people.tsx'
import { playerFacts } from './player-facts.ts'
import type { PlayerFacts } from './player-facts.ts'
import styles from './player-header.module.css'

const MINUTE_MS = 60_000

function Fact({ label, children, title }: { label: string; children: ReactNode; title?: string }): ReactNode {
  return (
    <div className={styles.fact} title={title}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function millisecondsOf(fact: PlayerFacts['lastLogin']): number | null {
  const exact = fact === null ? null : exactInt(fact.value)
  if (fact === null || exact === null || exact === 0n) return null
  return Number(exact) * (fact.field.time === 'ms' ? 1 : 1000)
}

function Facts({ facts }: { facts: PlayerFacts }): ReactNode {
  const t = useEditTexts()
  const { zoneMinutes, clockOffsetMs } = useEditorPlace()
  const { md5 } = useEditorSession()
  // The game wrote its times by its own clock.
  const now = useNow(MINUTE_MS) + clockOffsetMs
  const registered = facts.registered
  const login = millisecondsOf(facts.lastLogin)
  const time = (fact: PlayerFacts['lastLogin']): string =>
    fact === null ? '' : timeText(fact.value, fact.field.time ?? 's', zoneMinutes)
  return (
    <dl className={styles.facts}>
      {facts.level === undefined ? null : <Fact label={t('player.level')}>{String(facts.level)}</Fact>}
      {facts.power === undefined ? null : (
        <Fact label={t('player.power')}>{groupDigits(String(facts.power))}</Fact>
      )}
      {registered === null ? null : (
        <Fact label={t('player.registered')} title={time(registered)}>
          {time(registered).slice(0, 10) || '–'}
        </Fact>
      )}
      {login === null ? null : (
        <Fact label={t('player.lastLogin')} title={time(facts.lastLogin)}>
          {formatAgo(login, Math.max(now, login))}
        </Fact>
      )}
      <Fact label={t('player.protocol')} title={md5}>
        <code>{shortMd5(md5)}</code>
      </Fact>
    </dl>
  )
}

/** `20:00:05` at the end of an instant. */
const CLOCK_SIGNS = 8

/** Whether the player is online; while their server cannot be asked, that nobody knows, and since when. */
function OnlineTag(): ReactNode {
  const t = useEditTexts()
  const { isOnline, loadedAtMs } = useEditorSession()
  const lost = useLostPlace()
  const state = t(isOnline ? 'player.online' : 'player.offline')
  if (lost === null) return <Tag tone={isOnline ? 'ok' : 'neutral'}>{state}</Tag>
  const time = formatInstant(loadedAtMs)
  return (
    <Tag title={t('player.unknownHint', { time, state })}>
      {t('player.unknown')}
      <span className={styles.since}>{` · ${time.slice(-CLOCK_SIGNS)}`}</span>
    </Tag>
  )
}

export interface PlayerHeaderProps {
  uId: string
  /** Where they are now. */
  at: { game: string; operator: string; lineId: string; sId: number }
  channel: string
  /** Banners: over the facts, so that nothing below moves when one comes. */
  children?: ReactNode
}

/** Who the player is: name, state, ids and the figures the game keeps of them. */
export function PlayerHeader({ uId, at, channel, children }: PlayerHeaderProps): ReactNode {
  const t = useEditTexts()
  const { channels } = useEditorPlace()
  const { draft } = useEditorSession()
  const queries = useQueryClient()
  const { player, told } = useEditorPlace()
  const isInView = useSessionPart(({ history }) => history !== null)
  const turn = (): void => useEditor.getState().patch(player, { history: isInView ? null : WHOLE_HISTORY })
  const facts = useMemo(
    () => playerFacts(draft.protocol, draft.base, told),
    [draft.protocol, draft.base, told],
  )
  const shown = facts.name
  const channelCode = channel === '' ? String(facts.channel ?? '') : channel
  const hasVip = (exactInt(facts.vip) ?? 0n) > 0n
  return (
    <section className={styles.header} aria-label={t('player.header', { name: shown })}>
      <span className={styles.avatar} style={{ '--hue': hueOf(uId) } as CSSProperties} aria-hidden>
        {initialOf(shown)}
      </span>
      <div className={styles.who}>
        <h1 className={styles.name}>
          <bdi title={shown}>{shown}</bdi>
          <OnlineTag />
          {hasVip ? <Tag>{`VIP ${String(facts.vip)}`}</Tag> : null}
          <PlayerPeople />
        </h1>
        <p className={styles.ids}>
          <span className={styles.uId}>{`uId ${uId}`}</span>
          <span>{`S${at.sId}`}</span>
          {channelCode === '' ? null : (
            <span title={channelCode}>
              {t('player.channel', { channel: channels.get(channelCode) ?? channelCode })}
            </span>
          )}
        </p>
      </div>
      <div className={styles.middle}>
        <Facts facts={facts} />
        <div className={styles.notices}>{children}</div>
      </div>
      <div className={styles.actions}>
        <IconButton
          label={t('player.refresh')}
          onClick={() => void queries.invalidateQueries({ queryKey: [getData.path] })}
        >
          <RefreshCw size={15} aria-hidden />
        </IconButton>
        <Button
          icon={<History size={15} aria-hidden />}
          aria-pressed={isInView}
          className={styles.timeline}
          onClick={turn}
        >
          {t('history.title')}
        </Button>
        {/* What comes late to it hides nothing of the page. */}
        <Suspense fallback={null}>
          <Slot name="playerActions" values={{ uId, at }} />
        </Suspense>
        <PlayerMenu />
      </div>
    </section>
  )
}
