import { isCallError } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import { useCallback } from 'react'

/** Runs something asked on a connection; a failure is told in a message, and null comes back. */
export function useAsk(): <T>(run: () => Promise<T>) => Promise<T | null> {
  return useCallback(async (run) => {
    try {
      return await run()
    } catch (error) {
      if (!isCallError(error)) throw error
      if (error.code !== 'aborted') toast.error(error.message)
      return null
    }
  }, [])
}
