import { permissionKey, playerKey } from '@qd/contract-kit'
import type { PermissionTriple, PlayerKey } from '@qd/contract-kit'
import { CallError, goTo, isCallError, useIsMobile, useKitText } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { EmptyState, ErrorState, NoPermission, Slot, useTabName } from '@qd/web-frame'
import { FieldPlaceContext } from '@qd/web-controls/fields'
import { lookup, readPlayer } from '@qd/scope/contract'
import { Button } from 'antd'
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { readPlayerData, getData } from '../../contract/index.ts'
import { LinkBanner } from '../address/link-banner.tsx'
import { EditorBanners } from '../editor/editor-banners.tsx'
import { MovedBanner } from '../editor/moved-banner.tsx'
import { Editor } from '../editor/editor.tsx'
import { LeftOutBanner } from '../editor/left-out-banner.tsx'
import { ProtocolUnusable } from '../protocol/load-protocol.ts'
import { useEntryInAddress } from '../history/use-entry-in-address.ts'
import { EditorPlaceContext } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import type { EditKey } from '../texts.ts'
import { playerName } from './player-facts.ts'
import { PlayerHeader } from './player-header.tsx'
import { PlayerSkeleton } from './player-skeleton.tsx'
import { useFieldPlaceOf } from '../values/use-field-place.ts'
import styles from './player-page.module.css'
import { useEditorPlaceOf } from './use-editor-place.ts'
import type { PlayerHome } from './use-editor-place.ts'
import { usePlayerSession } from './use-player-session.ts'

const TITLES: Readonly<Record<string, EditKey>> = {
  player_not_found: 'state.playerNotFound',
  upstream_down: 'state.serverDown',
  upstream_timeout: 'state.serverSlow',
  protocol_refused: 'state.protocolRefused',
  uid_invalid: 'state.uIdInvalid',
}

/** What may pass: a player who is open stays open, with what is typed. */
const OUTAGES = new Set(['no_answer', 'transport', 'upstream_down', 'upstream_timeout', 'store_unavailable'])

/** The way on from a player who cannot be shown: the servers and the players opened lately. */
function GoHome(): ReactNode {
  const kit = useKitText()
  return <Button onClick={() => goTo('/index')}>{kit('goHome')}</Button>
}

interface FailureProps {
  error: Error
  /** What the call wants that failed. */
  permission: PermissionTriple
  onRetry: () => void
}

function Failure({ error, permission: wanted, onRetry }: FailureProps): ReactNode {
  const permission = permissionKey(wanted)
  const t = useEditTexts()
  if (isCallError(error) && error.code === 'forbidden')
    return <NoPermission permission={permission} action={<GoHome />} />
  if (isCallError(error) && error.code === 'scope_forbidden') {
    return <NoPermission permission={permission} reason={error.message} action={<GoHome />} />
  }
  const key =
    error instanceof ProtocolUnusable
      ? 'state.protocolRefused'
      : TITLES[error instanceof CallError ? error.code : '']
  return <ErrorState error={error} title={key === undefined ? undefined : t(key)} onRetry={onRetry} />
}

interface FoundPlayer extends PlayerHome {
  channel: string
  /** The server their uId names, after a merge. */
  movedFrom: number | null
}

function OpenPlayer({ found }: { found: FoundPlayer }): ReactNode {
  const { game, partnerCode, lineId, sId } = found
  // The player's own place: the selection may still be on its way there.
  const canRead = useMay(getData, { game, operator: partnerCode, lineId, sId })
  const place = useEditorPlaceOf(found)
  const fieldPlace = useFieldPlaceOf(place)
  const { hasSession, protocol, leftOut, error, retry } = usePlayerSession(found)
  useEntryInAddress(place.player)
  // The whole editor at once would hold the page up: it is drawn piece by piece beside whatever else is asked of it.
  const isDrawn = useDeferredValue(hasSession)
  const isMobile = useIsMobile()
  if (!canRead) return <NoPermission permission={permissionKey(readPlayerData)} action={<GoHome />} />
  if (!hasSession && error) return <Failure error={error} permission={readPlayerData} onRetry={retry} />
  if (!hasSession || !isDrawn) return <PlayerSkeleton isMobile={isMobile} />
  return (
    <EditorPlaceContext value={place}>
      <FieldPlaceContext value={fieldPlace}>
        <PlayerHeader
          uId={found.uId}
          at={{ game, operator: partnerCode, lineId, sId }}
          channel={found.channel}
        >
          <EditorBanners refusedReason={protocol.data?.refusedReason ?? null} />
          <LinkBanner />
          <MovedBanner sId={found.sId} movedFrom={found.movedFrom} />
          <LeftOutBanner places={leftOut} />
        </PlayerHeader>
        <Editor />
      </FieldPlaceContext>
    </EditorPlaceContext>
  )
}

/** Who was renamed by a commit is called so: the look-up is asked again once the data is another one. */
function useFreshLookup(player: PlayerKey | null, ask: () => void): void {
  const version = useEditor(({ sessions }) => (player === null ? undefined : sessions[player]?.version))
  const before = useRef(version)
  const onOther = useEffectEvent(ask)
  useEffect(() => {
    if (before.current !== undefined && version !== undefined && before.current !== version) onOther()
    before.current = version
  }, [version])
}

/** A player: who they are, and their data to look at and change; the game is empty until somebody said it. */
export function PlayerPage({ uId, game: asked = '' }: { uId: string; game?: string }): ReactNode {
  const t = useEditTexts()
  const isMobile = useIsMobile()
  const isNone = /^0*$/.test(uId)
  const args = { query: { uId, ...(asked === '' ? {} : { game: asked }) } }
  const found = useCall(lookup, isNone ? null : args, {
    tag: 'data-edit:title',
    told: 'inline',
    // The lookup of the address is this one.
    keepsFailure: true,
    staleTimeMs: 30_000,
  })
  const named = found.data === undefined ? null : playerKey({ game: found.data.game, uId })
  const told = found.data ?? null
  useFreshLookup(named, () => void found.refetch())
  const ownName = useEditor(({ sessions }) => {
    const draft = named === null ? undefined : sessions[named]?.draft
    return draft === undefined || told === null ? '' : playerName(draft.protocol, draft.base, told)
  })
  useTabName(ownName === '' ? (found.data?.name ?? '') : ownName)
  if (isNone)
    return (
      <EmptyState
        title={t('state.playerNotFound')}
        hint={t('state.playerNotFoundHint')}
        action={<GoHome />}
      />
    )
  if (found.error?.code === 'scope_ambiguous') {
    return <Slot name="playerChoice" values={{ uId, details: found.error.details }} />
  }
  const isOutage = found.data !== undefined && OUTAGES.has(found.error?.code ?? '')
  if (found.isError && !isOutage) {
    return <Failure error={found.error} permission={readPlayer} onRetry={() => void found.refetch()} />
  }
  if (!found.data) return <PlayerSkeleton isMobile={isMobile} />
  const { game, partnerCode, lineId, sId, name, level, channel, movedFrom = null } = found.data
  return (
    <div className={styles.page}>
      <OpenPlayer
        key={uId}
        found={{ uId, game, partnerCode, lineId, sId, name, level, channel, movedFrom }}
      />
    </div>
  )
}
