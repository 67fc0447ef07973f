import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from './registry.ts'

/** Memory, event loop and start of this process; gives what ends the watching. */
export function watchProcess(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  registry.gauge(
    {
      name: 'quarterdeck_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last look.',
      labelNames: ['quantile'],
    },
    () => {
      const values = ([50, 99, 100] as const).map((percentile) => ({
        labels: { quantile: String(percentile / 100) },
        value: delay.percentile(percentile) / 1e9,
      }))
      delay.reset()
      return values
    },
  )
  registry.gauge(
    { name: 'quarterdeck_memory_bytes', help: 'Memory of the process.', labelNames: ['kind'] },
    () => {
      const { rss, heapUsed, external } = process.memoryUsage()
      return Object.entries({ rss, heapUsed, external }).map(([kind, value]) => ({ labels: { kind }, value }))
    },
  )
  registry.gauge(
    {
      name: 'quarterdeck_start_time_seconds',
      help: 'When the process started, seconds UTC.',
    },
    () => [{ labels: {}, value: Math.round(Date.now() / 1_000 - process.uptime()) }],
  )
  return () => void delay.disable()
}
