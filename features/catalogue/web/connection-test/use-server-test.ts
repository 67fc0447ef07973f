import type { RouteReply } from '@qd/contract-kit'
import { isCallError } from '@qd/web-base'
import { call, useLive } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { useEffect, useRef, useState } from 'react'
import { testChannel, testServer } from '../../contract/index.ts'
import type { TestStep } from '../../contract/index.ts'
import { testBody } from '../servers/server-values.ts'
import type { ServerOutput } from '../servers/server-values.ts'

export type TestReply = RouteReply<typeof testServer>

export interface ServerTest {
  isRunning: boolean
  /** What is known of the running test so far. */
  soFar: readonly TestStep[]
  reply: TestReply | null
  failure: CallError | null
  run: (values: ServerOutput) => void
  cancel: () => void
}

/** One test at a time; another one, or leaving the form, gives the running one up. */
export function useServerTest(lineId: string): ServerTest {
  const [isRunning, setRunning] = useState(false)
  const [reply, setReply] = useState<TestReply | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [run, setRun] = useState<string | null>(null)
  const [soFar, setSoFar] = useState<readonly TestStep[]>([])
  useLive(testChannel, run === null ? null : { lineId, run }, ({ steps }) => setSoFar(steps))
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (values: ServerOutput, named: string, controller: AbortController): Promise<void> => {
    const isMine = () => running.current === controller
    try {
      const args = { body: { ...testBody(values, lineId), run: named } }
      const answer = await call(testServer, args, {
        tag: 'catalogue:test.run',
        told: 'place',
        signal: controller.signal,
      })
      if (isMine()) setReply(answer)
    } catch (error) {
      if (!isCallError(error)) throw error
      if (isMine() && error.code !== 'aborted') setFailure(error)
    } finally {
      if (isMine()) {
        running.current = null
        setRunning(false)
        setRun(null)
      }
    }
  }
  return {
    isRunning,
    soFar,
    reply,
    failure,
    run: (values) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setRunning(true)
      setReply(null)
      setFailure(null)
      const named = crypto.randomUUID()
      setRun(named)
      setSoFar([])
      void start(values, named, controller)
    },
    cancel: () => {
      running.current?.abort()
      running.current = null
      setRunning(false)
      setRun(null)
    },
  }
}
