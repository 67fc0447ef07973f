import { useEffect, useState } from 'react'
import { NO_READINGS } from './matcher.ts'
import type { Readings } from './matcher.ts'
import { loadReadings } from './pinyin.ts'

/** Readings of Chinese characters for a search: none until they are wanted and fetched. */
export function useReadings(isWanted = true): Readings {
  const [readings, setReadings] = useState<Readings>(() => NO_READINGS)
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    void loadReadings().then((loaded) => (isCurrent ? setReadings(() => loaded) : undefined))
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return readings
}
