import { Networks } from './networks.ts'

/**
 * What an administered record opens. Its switches are set only by people with the right for that, which whoever keeps the
 * record has checked.
 */
export function recordNetworks(record: { allowLoopback: boolean; allowPrivate?: boolean }): Networks {
  return new Networks(record.allowLoopback, record.allowPrivate === true)
}
