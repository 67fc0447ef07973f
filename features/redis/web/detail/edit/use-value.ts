import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EDIT_BYTES, keyWindow } from '../../../contract/index.ts'
import type { RedisBytes } from '../../../contract/index.ts'
import { bytesOf, fromBase64 } from '../model/bytes.ts'
import { joined } from '../key-queries.ts'
import type { ValuePlace } from '../key-queries.ts'
import type { KeyPlace } from '../key-place.ts'

type Window = RouteReply<typeof keyWindow>

/** As much of a value as was read. */
export interface ShownValue {
  readonly bytes: Uint8Array
  /** Of all of it. */
  readonly total: number
  readonly isWhole: boolean
  /** Of all of it, where it is small enough to be edited; else empty. */
  readonly sha1: string
}

export interface ValueRead {
  /** null: nothing was read yet. */
  readonly value: ShownValue | null
  readonly error: CallError | null
  readonly isLoading: boolean
  /** Absent: nothing is left, or it is too large to be shown whole. */
  readonly loadMore: (() => void) | undefined
  readonly reload: () => void
}

/** Windows that fit together: those of one version of the value, from its beginning. */
function valueOf(windows: readonly Window[]): ShownValue | null {
  const newest = windows.at(-1)
  if (newest === undefined) return null
  const isTorn = windows.some(({ bytes, sha1 }) => bytes !== newest.bytes || sha1 !== newest.sha1)
  const parts = (isTorn ? windows.slice(0, 1) : windows).map(({ base64 }) => fromBase64(base64))
  const total = isTorn ? windows[0]!.bytes : newest.bytes
  const bytes = joined(parts)
  const isWhole = bytes.length >= total
  return { bytes, total, isWhole, sha1: isWhole ? newest.sha1 : '' }
}

/** What stands in a row already, where it was not cut. */
export interface KnownValue {
  readonly value: RedisBytes
  readonly bytes: number
  readonly isCut: boolean
  readonly sha1: string
}

/** A value in windows, the first at once and the others as they are asked for. */
export function useValue(place: KeyPlace, at: ValuePlace, known: KnownValue | null): ValueRead {
  const isKnown = known !== null && !known.isCut
  const body = { ...place, place: at }
  const query = useInfiniteQuery<Window, CallError, { pages: Window[] }, readonly unknown[], number>({
    queryKey: [keyWindow.path, { body }],
    enabled: !isKnown,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        keyWindow,
        { body: { ...body, offset: pageParam } },
        { tag: 'redis:detail.value', told: 'inline', signal },
      ),
    getNextPageParam: (last, all) => {
      const done = all.reduce((sum, { base64 }) => sum + fromBase64(base64).length, 0)
      return done < last.bytes && done < EDIT_BYTES ? done : undefined
    },
    staleTime: 0,
  })
  const pages = query.data?.pages
  const value = useMemo((): ShownValue | null => {
    if (!isKnown) return valueOf(pages ?? [])
    const bytes = bytesOf(known.value)
    return { bytes, total: known.bytes, isWhole: true, sha1: known.sha1 }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the same bytes in a new row are the same value
  }, [isKnown, isKnown ? known.sha1 : '', pages])
  return {
    value,
    error: isKnown ? null : query.error,
    isLoading: !isKnown && query.isFetching,
    loadMore: !isKnown && query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    reload: () => void query.refetch(),
  }
}
