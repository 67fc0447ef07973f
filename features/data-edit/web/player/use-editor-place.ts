import { playerKey } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { propertyList, propertyMapOf, upperLimitList } from '@qd/properties/contract'
import { channelList, serverList, serverTime } from '@qd/scope/contract'
import { useIsPreview } from '@qd/web-base'
import { selectedEnvironment, useCall, useMay, useScope } from '@qd/web-calls'
import { useMemo } from 'react'
import { editSensitive, undoEdit, commitChanges, snapshotTake } from '../../contract/index.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useAwaitedEdits } from '../state/use-unknown-edits.ts'

/** Where a player was found. */
export interface PlayerHome {
  uId: string
  game: string
  partnerCode: string
  lineId: string
  sId: number
  /** As the game's look-up says. */
  name: string
  level: number
}

const LIST_MS = 300_000

/** The time itself moves with every answer, and nothing here shows it. */
const zoneOf = ({ zone, offset }: RouteReply<typeof serverTime>) => ({ zone, offset })

/** Names and limits of the player's line; lists that cannot be had leave bare ids. */
export function useLineLists({
  game,
  partnerCode,
  lineId,
}: Pick<PlayerHome, 'game' | 'partnerCode' | 'lineId'>) {
  const options = {
    tag: 'data-edit:title',
    told: { quiet: 'ids stand without their names' },
    staleTimeMs: LIST_MS,
  } as const
  const ofLine = { body: { partnerCode, lineCode: lineId, game } }
  const items = useCall(propertyList, ofLine, options).data
  const limits = useCall(upperLimitList, ofLine, options).data
  const servers = useCall(serverList, { params: { lineId }, body: {} }, options).data
  const channels = useCall(channelList, { params: { lineId }, body: {} }, options).data
  return useMemo(
    () => ({
      properties: propertyMapOf(items, limits),
      // Of every number: a limit may stand for what the list of items does not name.
      limits: new Map((limits ?? []).map(({ number, quantity }) => [number, quantity])),
      servers: new Map((servers ?? []).map(({ sId, serviceName }) => [String(sId), serviceName])),
      channels: new Map((channels ?? []).map(({ code, name }) => [code, name])),
    }),
    [items, limits, servers, channels],
  )
}

/** Everything the parts of the editor have to know about the player's place. */
export function useEditorPlaceOf(home: PlayerHome): EditorPlace {
  const { uId, game, partnerCode, lineId, sId, name, level } = home
  const environment = useScope((state) => (state.lineId === lineId ? selectedEnvironment(state) : undefined))
  const told = useMemo(() => ({ name, level }), [name, level])
  const at = useMemo(() => ({ game, lineId, sId }), [game, lineId, sId])
  const own = useMemo(() => ({ ...at, operator: partnerCode, environment }), [at, partnerCode, environment])
  // The preview of a role only reads: its editor is not typed into.
  const isOpen = !useIsPreview()
  const canEdit = useMay(commitChanges, own) && isOpen
  const canEditSensitive = useMay(editSensitive, own) && isOpen
  const canUndo = useMay(undoEdit, own) && isOpen
  const canSnapshot = useMay(snapshotTake, own) && isOpen
  // The poll of the server clock asks the same: one answer serves both.
  const zone = useCall(
    serverTime,
    { query: { sId, lineId } },
    {
      tag: 'data-edit:player.clock',
      told: { quiet: 'times stand in the zone of the browser, marked so' },
      staleTimeMs: LIST_MS,
      select: zoneOf,
    },
  )
  const zoneMinutes = zone.data?.zone ?? 0
  const clockOffsetMs = (zone.data?.offset ?? 0) * 1000
  const lists = useLineLists(home)
  const player = playerKey({ game, uId })
  const unknown = useAwaitedEdits({ uId, player, at })
  return useMemo(
    () => ({
      uId,
      player,
      told,
      at,
      rightsAt: own,
      zoneMinutes,
      clockOffsetMs,
      canEdit,
      canEditSensitive,
      canUndo,
      canSnapshot,
      isProduction: environment === 'production',
      unknown,
      ...lists,
    }),
    [
      uId,
      player,
      told,
      at,
      own,
      zoneMinutes,
      clockOffsetMs,
      canEdit,
      canEditSensitive,
      canUndo,
      canSnapshot,
      environment,
      unknown,
      lists,
    ],
  )
}
