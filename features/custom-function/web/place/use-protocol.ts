import type { RouteReply } from '@qd/contract-kit'
import { tipProtocol } from '@qd/data-edit/contract'
import { isScalarType, parseProtocol } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { useCall } from '@qd/web-calls'
import { useMemo } from 'react'
import { fieldOf } from '../model/parameter-values.ts'
import type { Parameter } from '../model/parameter-values.ts'
import type { FunctionHome } from './function-home.ts'

const STALE_MS = 300_000

/** The definition with limits of floats as numbers; null when it cannot be read. */
function readTypes(protocol: RouteReply<typeof tipProtocol>['protocol']): ProtocolDefinition | null {
  if (protocol === undefined) return null
  const infos = Object.entries(protocol.diffInfos).map(
    ([name, info]) => [name, { ...info, fields: info.fields.map(fieldOf) }] as const,
  )
  const parsed = parseProtocol({ ...protocol, diffInfos: Object.fromEntries(infos) })
  return parsed.ok ? parsed.protocol : null
}

/** Whether the type of a parameter, or of its elements, is one of the game's own. */
export function hasOwnType({ type, itemType }: Parameter): boolean {
  return !isScalarType(type === 'array' ? (itemType ?? '') : type)
}

/** Types of the server's player data; null while they are on their way, and where they cannot be had. */
export function useProtocol(
  { sId, lineId, at }: FunctionHome,
  isNeeded = true,
): { protocol: ProtocolDefinition | null; isLoading: boolean } {
  const request = isNeeded ? { query: { sId, lineId, protocolJson: '1' as const } } : null
  const { data, isLoading } = useCall(tipProtocol, request, {
    tag: 'custom-function:title',
    told: { quiet: 'places stand by their protocol names' },
    staleTimeMs: STALE_MS,
    at,
  })
  const protocol = useMemo(() => readTypes(data?.protocol), [data])
  return { protocol, isLoading }
}
