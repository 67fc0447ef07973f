import { serverCard } from '@qd/scope/contract'
import { formatAgo, formatInstant, useIsMobile, useKitText } from '@qd/web-base'
import { SelectionMissing, missingLevel, selectionOf, useCall, useScope } from '@qd/web-calls'
import { EnvironmentTag, IconButton, LoadingRows, Panel, Tag, useNow } from '@qd/web-controls'
import { ErrorState, NoPermission, Slot } from '@qd/web-frame'
import type { Tone } from '@qd/web-controls'
import { RefreshCw, Server, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { shortMd5 } from '@qd/protocol-model'
import { useHomeTexts } from './texts.ts'
import type { HomeTexts } from './texts.ts'
import { Capabilities } from './capabilities.tsx'
import { CardCell } from './card-cell.tsx'
import type { ServerCard } from './card-cell.tsx'
import { OnlinePart } from './online/online-part.tsx'
import { isHeard, liveKey, useLiveServers, useLiveStates } from './online/use-live-servers.ts'
import { ServerClockCell } from './server-clock-cell.tsx'
import styles from './server-panel.module.css'

const REFRESH_MS = 30_000
const STATUS_TONES: Record<ServerCard['status'], Tone> = { running: 'ok', stopped: 'error', unknown: 'warn' }

function Started({ t, startedAt }: { t: HomeTexts; startedAt: number | null }): ReactNode {
  const now = useNow(60_000)
  return (
    <CardCell label={t('server.started')} title={startedAt === null ? undefined : formatInstant(startedAt)}>
      {startedAt === null ? '–' : formatAgo(startedAt, Math.max(now, startedAt), 'short')}
    </CardCell>
  )
}

function Figures({ card }: { card: ServerCard }): ReactNode {
  const t = useHomeTexts()
  const { clock, server } = card
  return (
    <dl className={styles.figures}>
      {clock === null ? (
        <CardCell label={t('server.clock')} size="wide">
          –
        </CardCell>
      ) : (
        <ServerClockCell clock={clock} />
      )}
      <Started t={t} startedAt={card.startedAt} />
      <CardCell label={t('server.opened')}>
        {server.openedAt === null ? '–' : formatInstant(server.openedAt).slice(0, 10)}
      </CardCell>
      <CardCell label={t('server.build')} title={card.build ?? undefined}>
        <code>{card.build ?? '–'}</code>
      </CardCell>
      <CardCell label={t('server.config')} title={card.configVersion ?? undefined}>
        <code>{card.configVersion ?? '–'}</code>
      </CardCell>
      <CardCell label={t('server.protocol')} title={card.protocolMd5 ?? undefined}>
        <code>{card.protocolMd5 === null ? '–' : shortMd5(card.protocolMd5)}</code>
      </CardCell>
    </dl>
  )
}

function Warning({ text }: { text: string }): ReactNode {
  return (
    <p className={styles.notice} role="status">
      <TriangleAlert size={15} aria-hidden />
      <span>{text}</span>
    </p>
  )
}

function Notice({ card }: { card: ServerCard }): ReactNode {
  const t = useHomeTexts()
  const said = useLiveServers().get(liveKey(card.server))
  const now = useNow(60_000)
  if (said !== undefined && said.silentSince !== null) {
    const heard = said.heardAt ?? said.silentSince
    return <Warning text={t('server.silentHint', { ago: formatAgo(heard, Math.max(now, heard)) })} />
  }
  if (card.status === 'running') return null
  return <Warning text={card.status === 'stopped' ? t('server.stoppedHint') : t('server.unknownHint')} />
}

/** Operator, line and channels of the server, in one line. */
function Where({ server }: { server: ServerCard['server'] }): ReactNode {
  const t = useHomeTexts()
  const operator = useScope(
    (state) => state.operators.find(({ partnerCode }) => partnerCode === state.partnerCode)?.name,
  )
  const channels = useScope((state) => state.channels.length)
  return (
    <span className={styles.where}>
      <bdi>{operator === undefined ? server.lineName : `${operator} / ${server.lineName}`}</bdi>
      <EnvironmentTag environment={server.environment} />
      {channels === 0 ? null : <span>{t('server.channels', { count: channels })}</span>}
    </span>
  )
}

/** How the server takes players by its own word, and its labels. */
function Said({ server }: Pick<ServerCard, 'server'>): ReactNode {
  const kit = useKitText()
  const said = useLiveServers().get(liveKey(server))
  if (said === undefined) return null
  const state = isHeard(said) ? said.state : 'silent'
  return (
    <>
      {state === null || state === 'open' ? null : <Tag tone="warn">{kit(`serverState.${state}`)}</Tag>}
      {said.labels.map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
    </>
  )
}

function useCard() {
  const place = useScope(useShallow(selectionOf))
  const missing = missingLevel(3, place)
  const { sId, lineId } = place
  const card = useCall(serverCard, missing === null ? { query: { sId, lineId } } : null, {
    tag: 'home:server.title',
    told: 'inline',
    refetchIntervalMs: REFRESH_MS,
  })
  return { missing, card }
}

/** State of the selected server in figures. */
export function ServerPanel(): ReactNode {
  const t = useHomeTexts()
  const isMobile = useIsMobile()
  const { missing, card } = useCard()
  const { refetch: refetchStates } = useLiveStates()
  const icon = <Server size={15} aria-hidden />
  if (missing !== null) {
    return (
      <Panel title={t('server.title')} icon={icon}>
        <SelectionMissing missing={missing} hint={t('server.chooseHint')} />
      </Panel>
    )
  }
  const isForbidden = card.error?.code === 'forbidden' || card.error?.code === 'scope_forbidden'
  if (card.isError && (isForbidden || !card.data)) {
    return (
      <Panel title={t('server.title')} icon={icon}>
        {isForbidden ? (
          <NoPermission permission={t('server.title')} />
        ) : (
          <ErrorState error={card.error} onRetry={() => void card.refetch()} />
        )}
      </Panel>
    )
  }
  if (!card.data) {
    return (
      <Panel title={t('server.title')} icon={icon}>
        <LoadingRows rows={4} rowHeight={48} />
      </Panel>
    )
  }
  const { server, status } = card.data
  const title = (
    <span className={styles.title}>
      {`S${server.sId} ${server.serviceName}`}{' '}
      <Tag tone={STATUS_TONES[status]}>{t(`server.status.${status}`)}</Tag>
      <Said server={server} />
    </span>
  )
  // Beside the name there is no room on a phone.
  const where = <Where server={server} />
  const readAgain = () => void Promise.all([card.refetch(), refetchStates()])
  const refresh = (
    <>
      <Slot name="serverActions" values={{ card: card.data, onChanged: readAgain }} />
      <IconButton label={t('server.refresh')} onClick={readAgain}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
    </>
  )
  return (
    <Panel title={title} icon={icon} {...(isMobile ? { status: where } : { count: where })} actions={refresh}>
      {card.error === null ? <Notice card={card.data} /> : <Warning text={card.error.told} />}
      <div className={styles.sized}>
        <OnlinePart card={card.data} />
        <Figures card={card.data} />
      </div>
      {status === 'running' ? <Capabilities offered={card.data.capabilities} /> : null}
    </Panel>
  )
}
