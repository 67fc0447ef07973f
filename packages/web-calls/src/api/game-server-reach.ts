import { create } from 'zustand'
import { useOutage } from './reachability.ts'

interface Answering {
  lineId: string
  sId: number
  isAnswering: boolean
  /** When it answered last, in milliseconds; null: not since the page asks it. */
  answeredAtMs: number | null
}

const useAnswering = create<Answering>()(() => ({
  lineId: '',
  sId: 0,
  isAnswering: true,
  answeredAtMs: null,
}))

/** The clock asks the selected server all the time: what it learns is what every page knows of that server. */
export function noteGameServer(answering: Answering): void {
  useAnswering.setState(answering)
}

/** A game server that cannot be known about now, and since when; null where nothing says so. */
export interface LostServer {
  /** Null: it has not answered since the page asks it. */
  answeredAtMs: number | null
  /** The console itself is out of reach, which the shell tells. */
  isOutage: boolean
}

/** Whether what is shown of a game server may be old: it does not answer, or nothing can be asked. */
export function useLostServer({ lineId, sId }: { lineId: string; sId: number }): LostServer | null {
  const known = useAnswering()
  const outage = useOutage()
  const isKnown = known.lineId === lineId && known.sId === sId
  const answeredAtMs = isKnown ? known.answeredAtMs : null
  if (outage !== null) return { answeredAtMs, isOutage: true }
  return isKnown && !known.isAnswering ? { answeredAtMs, isOutage: false } : null
}
