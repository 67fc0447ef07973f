import { randomBytes } from 'node:crypto'

/** Request ids: unique across nodes and restarts, cheap, short enough to read out on the phone. */
export function createRequestIds(): () => string {
  const start = randomBytes(5).toString('hex')
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
