import { call } from '@qd/web-calls'
import { isCallError } from '@qd/web-base'
import { useState } from 'react'
import { startBots, startBotsOnRecord } from '../../contract/index.ts'
import type { BotsLoad } from '../../contract/index.ts'
import type { Scenario } from '@qd/scenario'
import type { Game } from './use-games.ts'

/** What is played, besides the game it is played against. */
export interface Ordered {
  scenario: Scenario
  load: BotsLoad
  reason: string
  compareTo?: string
}

const NO_ORDER = { key: '', text: '' }

/** The server itself said no; whatever stands before it may fail after the run has been started. */
function isRefusal(error: unknown): boolean {
  if (!isCallError(error) || error.envelope === undefined) return false
  const { httpStatus = 0 } = error
  return httpStatus >= 400 && httpStatus < 500
}

function send({ sId, lineId, recordId }: Game, order: Ordered & { idempotencyKey: string }) {
  if (recordId !== '') {
    const body = { ...order, lineId, record: recordId }
    return call(startBotsOnRecord, { body }, { tag: 'bots:load.run', told: 'form' })
  }
  return call(startBots, { query: { sId, lineId }, body: order }, { tag: 'bots:load.run', told: 'form' })
}

/** Starts runs: the same order with the same key starts once, however often it is sent. */
export function useStart(onStarted: (jobId: string) => void, onRefused: (game: Game) => void) {
  const [order, setOrder] = useState(NO_ORDER)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const start = async (game: Game, ordered: Ordered) => {
    setBusy(true)
    setFailure('')
    try {
      const text = JSON.stringify({ ordered, game })
      const key = order.text === text ? order.key : crypto.randomUUID()
      setOrder({ key, text })
      const { jobId } = await send(game, { ...ordered, idempotencyKey: key })
      setOrder(NO_ORDER)
      onStarted(jobId)
    } catch (error) {
      // Without a refusal nobody knows whether the run was started.
      if (isRefusal(error)) {
        setOrder(NO_ORDER)
        onRefused(game)
      }
      if (isCallError(error)) setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { start, isBusy, failure }
}
