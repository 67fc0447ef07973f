import { useEffect, useRef } from 'react'
import type { RedisBytes } from '../../contract/index.ts'
import type { KeySession } from './key-session.ts'

/** Rows that fly past are not asked about. */
const REST_MS = 120
/** How often keys in view are looked at for what grew old. */
const AGAIN_MS = 5_000

/** Asks for type and time of the keys in view, once the list rests. */
export function useKeyFacts(session: KeySession, keys: readonly RedisBytes[], withBytes: boolean): void {
  const latest = useRef({ keys, withBytes })
  useEffect(() => {
    latest.current = { keys, withBytes }
    const timer = setTimeout(() => void session.needFacts(keys, withBytes), REST_MS)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const ask = (): void => {
      if (!document.hidden) void session.needFacts(latest.current.keys, latest.current.withBytes)
    }
    const timer = setInterval(ask, AGAIN_MS)
    return () => clearInterval(timer)
  }, [session])
}
