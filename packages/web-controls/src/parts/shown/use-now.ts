import { useEffect, useState } from 'react'

/** The browser's time in milliseconds, refreshed at the interval; rests while the page is hidden. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => (document.hidden ? undefined : setNow(Date.now()))
    const timer = setInterval(tick, intervalMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [intervalMs])
  return now
}
