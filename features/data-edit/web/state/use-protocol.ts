import type { PlaceRef } from '@qd/contract-kit'
import { call, useHold } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { useSettings } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import type { Language } from '@qd/i18n'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { tipProtocol } from '../../contract/index.ts'
import { loadProtocol } from '../protocol/load-protocol.ts'
import type { LoadedProtocol, ProtocolUnusable } from '../protocol/load-protocol.ts'
import { editText } from '../texts.ts'

export interface ProtocolPlace {
  /** Whose server it is; absent: the one at the place. */
  uId?: string
  at: PlaceRef
}

const askedAbout = ({ uId, at: { sId, lineId } }: ProtocolPlace) =>
  uId === undefined ? { sId, lineId } : { uId }

const POLL_MS = 60_000

/** The definition of a player's server in the reader's language: compared by md5, kept in the browser (S7.24). */
export function useProtocol(
  place: ProtocolPlace | null,
): UseQueryResult<LoadedProtocol & { language: Language }, CallError | ProtocolUnusable> {
  const queryKey = [tipProtocol.path, place]
  useHold(queryKey)
  return useQuery({
    queryKey,
    enabled: place !== null,
    staleTime: POLL_MS,
    // Only the fingerprint travels; a definition that changes under the open editor is met within a minute.
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => {
      const about = place as ProtocolPlace
      const { at } = about
      const options = { signal, at, tag: 'data-edit:player.protocol', told: 'inline' } as const
      const ask = (isWhole: boolean) =>
        call(
          tipProtocol,
          { query: { ...askedAbout(about), ...(isWhole ? { protocolJson: '1' } : {}) } },
          options,
        )
      // A change of the language asks for everything in view again.
      const { language } = useSettings.getState()
      const loaded = await loadProtocol(`${at.game}/${at.lineId}/${language}`, ask)
      if (loaded.isCacheMissing) toast.error(editText('cache.failed', { name: editText('cache.name') }))
      return { ...loaded, language }
    },
  })
}
