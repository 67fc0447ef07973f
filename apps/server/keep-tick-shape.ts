import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Holds one tick of this process for good. V8 forgets the shape of objects when a garbage collection finds none of them;
 * `process.nextTick` of Node 24 then makes each tick five times slower until the process ends, and a call makes several.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
