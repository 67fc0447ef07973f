import type { PlaceRef } from '@qd/contract-kit'
import { placeText } from '@qd/player-diff'
import { diffInfoOf } from '@qd/protocol-model'
import { serverTime } from '@qd/scope/contract'
import { useCall, useScope } from '@qd/web-calls'
import { useMemo } from 'react'
import type { Change } from '../../contract/index.ts'
import { useLineLists } from '../player/use-editor-place.ts'
import { useProtocol } from '../state/use-protocol.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel, changeTexts } from '../values/change-label.ts'

const ZONE_MS = 300_000

export interface ChangeWords {
  /** Where, as the game calls it: `bag[10007].count`. */
  place: string
  /** The same as people call it; empty without the definition. */
  label: string
  before: string | null
  after: string | null
}

const bare = (value: unknown): string =>
  value === undefined || value === null
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)

function bareWords(change: Change): ChangeWords {
  return {
    place: placeText(change, change.diff),
    label: '',
    before: change.op === 'add' ? null : bare(change.old),
    after: change.op === 'remove' ? null : bare(change.value),
  }
}

/** Tells changes on a server in words, without a player being open; in bare names while the server says no more. */
export function useEditWords(at: Required<PlaceRef>): (change: Change) => ChangeWords {
  const t = useEditTexts()
  const { game, lineId, sId } = at
  const partnerCode = useScope((state) => state.partnerCode)
  const place = useMemo(() => ({ at: { game, lineId, sId } }), [game, lineId, sId])
  const protocol = useProtocol(place).data?.definition
  const lists = useLineLists({ game, partnerCode, lineId })
  const zone = useCall(
    serverTime,
    { query: { sId, lineId } },
    {
      tag: 'data-edit:player.clock',
      told: { quiet: 'times stand in the zone of the browser' },
      staleTimeMs: ZONE_MS,
      select: (reply) => reply.zone,
    },
  )
  const zoneMinutes = zone.data ?? 0
  return useMemo(() => {
    if (protocol === undefined) return bareWords
    const words = {
      items: (count: number) => t('value.items', { count }),
      never: t('value.never'),
      empty: '–',
    }
    const infoOf = (type: string) => diffInfoOf(protocol, type)
    return (change) => {
      const { place: code, module, row, field } = changeLabel(protocol, change, { data: {}, place: lists })
      const context = { place: { ...lists, zoneMinutes }, keyName: '', words, infoOf }
      const label = [row, field].filter((part) => part !== '').join(' · ')
      return {
        place: code,
        label: label === '' ? module : label,
        ...changeTexts(protocol, change, context),
      }
    }
  }, [protocol, lists, zoneMinutes, t])
}
