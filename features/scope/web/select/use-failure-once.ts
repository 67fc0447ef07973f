import { reportFailure } from '@qd/web-kit'
import type { CallError } from '@qd/web-kit'
import { useEffect, useRef } from 'react'

/** Tells of a failure when it begins, not each time a background refresh meets it again. */
export function useFailureOnce(query: { error: CallError | null; isSuccess: boolean }): void {
  const isKnown = useRef(false)
  const { error, isSuccess } = query
  useEffect(() => {
    if (isSuccess) isKnown.current = false
    if (error === null || isKnown.current) return
    isKnown.current = true
    // A lost session has already led to sign-in.
    if (error.httpStatus !== 401) reportFailure(error)
  }, [error, isSuccess])
}
