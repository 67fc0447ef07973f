import type { RouteReplyGiven } from '@qd/contract-kit'
import type { serverLatency } from '../../../contract/index.ts'
import type { Reply } from '../../link/redis-link.ts'
import type { ServerNode } from './on-nodes.ts'
import { listOf, numberOf, pairsOf, textOf } from './replies.ts'

type Latency = NonNullable<RouteReplyGiven<typeof serverLatency>['nodes'][number]['data']>

function histogramOf(reply: Reply): Latency['histogram'] {
  return [...pairsOf(reply)].map(([command, given]) => {
    const facts = pairsOf(given)
    return {
      command,
      calls: numberOf(facts.get('calls')),
      buckets: [...pairsOf(facts.get('histogram_usec'))].map(([usec, calls]) => ({
        usec: Number(usec),
        calls: numberOf(calls),
      })),
    }
  })
}

export async function readLatency(node: ServerNode): Promise<Latency> {
  const [latest, doctor, histogram, setting] = await Promise.all([
    node.ask('LATENCY', 'LATEST'),
    node.askOrNull('LATENCY', 'DOCTOR'),
    node.askOrNull('LATENCY', 'HISTOGRAM'),
    node.askOrNull('CONFIG', 'GET', 'latency-monitor-threshold'),
  ])
  const events = await Promise.all(
    listOf(latest).map(async (reply) => {
      const [event, seconds, ms, maxMs] = listOf(reply)
      const history = await node.askOrNull('LATENCY', 'HISTORY', textOf(event))
      return {
        event: textOf(event),
        latest: { at: numberOf(seconds) * 1_000, ms: numberOf(ms) },
        maxMs: numberOf(maxMs),
        history: listOf(history).map((each) => {
          const [at, took] = listOf(each)
          return { at: numberOf(at) * 1_000, ms: numberOf(took) }
        }),
      }
    }),
  )
  const threshold = pairsOf(setting).get('latency-monitor-threshold')
  return {
    threshold: threshold === undefined ? null : numberOf(threshold),
    events,
    doctor: textOf(doctor),
    histogram: histogramOf(histogram),
  }
}
