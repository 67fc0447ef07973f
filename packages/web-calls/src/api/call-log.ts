import { create } from 'zustand'
import { useSettings } from '@qd/web-base'
import type { Answer } from './read-answer.ts'

/** A call as the debug bar shows it: never its body, its answer or its token. */
export interface LoggedCall {
  id: number
  /** Milliseconds UTC. */
  at: number
  method: string
  /** Address without the query, which may carry what was searched for. */
  path: string
  /** HTTP status; 0: no answer came. */
  status: number
  /** Milliseconds from asking to having read the answer. */
  ms: number
  /** Characters or bytes of the answer. */
  size: number
  requestId: string
}

const KEPT = 100

/** The last calls, newest first; empty unless debugging is on. */
export const useCallLog = create<{ calls: readonly LoggedCall[] }>()(() => ({ calls: [] }))

useSettings.subscribe(({ debugging }) => {
  if (!debugging && useCallLog.getState().calls.length > 0) useCallLog.setState({ calls: [] })
})

interface Started {
  at: number
  startMs: number
  method: string
  path: string
}

const underWay = new WeakMap<Response, Started>()
let lastId = 0

function keep(started: Started, end: Pick<LoggedCall, 'status' | 'size' | 'requestId'>): void {
  const { at, startMs, method, path } = started
  lastId += 1
  const done = { id: lastId, at, method, path, ms: Math.round(performance.now() - startMs), ...end }
  useCallLog.setState(({ calls }) => ({ calls: [done, ...calls].slice(0, KEPT) }))
}

/** Marks the start of a call; null while debugging is off. */
export function noteStart(method: string, address: string): Started | null {
  if (!useSettings.getState().debugging) return null
  const path = address.split('?')[0] ?? ''
  return { at: Date.now(), startMs: performance.now(), method, path }
}

export function noteResponse(started: Started | null, response: Response): void {
  if (started !== null) underWay.set(response, started)
}

export function noteLost(started: Started | null): void {
  if (started !== null) keep(started, { status: 0, size: 0, requestId: '' })
}

/** The answer is read. */
export function noteAnswer(
  response: Response,
  answer: Pick<Answer, 'httpStatus'> & { size: number; requestId?: string },
): void {
  const started = underWay.get(response)
  if (started === undefined) return
  underWay.delete(response)
  keep(started, { status: answer.httpStatus, size: answer.size, requestId: answer.requestId ?? '' })
}
