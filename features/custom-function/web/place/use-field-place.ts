import { propertyList } from '@qd/properties/contract'
import { channelList, serverList, serverTime } from '@qd/scope/contract'
import { useCall } from '@qd/web-kit'
import type { FieldPlace } from '@qd/web-kit/fields'
import { useMemo } from 'react'
import type { FunctionHome } from './function-home.ts'

const LIST_MS = 300_000

/** What parameters may point at on a server; lists that cannot be had leave bare ids. */
export function useFieldPlaceOf({ game, partnerCode, lineId, sId, baseAddress }: FunctionHome): FieldPlace {
  const options = { silent: true, staleTimeMs: LIST_MS, baseAddress: '' }
  const items = useCall(propertyList, { body: { partnerCode, lineCode: lineId, game } }, options).data
  const servers = useCall(serverList, { params: { lineId }, body: {} }, options).data
  const channels = useCall(channelList, { params: { lineId }, body: {} }, options).data
  const clock = useCall(serverTime, { query: { sId, lineId } }, { ...options, baseAddress }).data
  return useMemo(() => {
    const lists = new Map([
      [
        'gameProp',
        items?.map(({ number, name, type }) => ({ value: number, label: name, detail: type.name })),
      ],
      ['server', servers?.map((each) => ({ value: String(each.sId), label: each.serviceName }))],
      ['channel', channels?.map(({ code, name }) => ({ value: code, label: name }))],
    ])
    return { zoneMinutes: clock?.zone ?? 0, offered: (provider) => lists.get(provider) ?? null }
  }, [items, servers, channels, clock])
}
