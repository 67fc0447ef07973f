import { useEffect, useState } from 'react'

const PATIENCE_MS = 5_000

/** True after something has been lost for five seconds; false at once when it is back. */
export function useIsLongLost(isLost: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLost])
  return isLong && isLost
}
