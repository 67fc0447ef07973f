import { propertyChoices, propertyList, propertyMapOf, upperLimitList } from '@qd/properties/contract'
import { channelList, serverList, serverTime } from '@qd/scope/contract'
import { useCall } from '@qd/web-calls'
import type { FieldPlace } from '@qd/web-controls/fields'
import { useMemo } from 'react'
import type { FunctionHome } from './function-home.ts'

const LIST_MS = 300_000

/** What parameters may point at on a server; lists that cannot be had leave bare ids. */
export function useFieldPlaceOf({ game, partnerCode, lineId, sId }: FunctionHome): FieldPlace {
  const options = {
    tag: 'custom-function:parameters.title',
    told: { quiet: 'ids stand without their names' },
    staleTimeMs: LIST_MS,
  } as const
  const ofLine = { body: { partnerCode, lineCode: lineId, game } }
  const items = useCall(propertyList, ofLine, options).data
  const limits = useCall(upperLimitList, ofLine, options).data
  const servers = useCall(serverList, { params: { lineId }, body: {} }, options).data
  const channels = useCall(channelList, { params: { lineId }, body: {} }, options).data
  const zone = useCall(
    serverTime,
    { query: { sId, lineId } },
    { ...options, select: ({ zone }) => zone },
  ).data
  return useMemo(() => {
    const lists = new Map([
      ['gameProp', items && propertyChoices(propertyMapOf(items, limits))],
      ['server', servers?.map((each) => ({ value: String(each.sId), label: each.serviceName }))],
      ['channel', channels?.map(({ code, name }) => ({ value: code, label: name }))],
    ])
    return { zoneMinutes: zone ?? 0, offered: (provider) => lists.get(provider) ?? null }
  }, [items, limits, servers, channels, zone])
}
