import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import { isAddressAllowed } from './check-address.ts'
import type { AddressRule } from './check-address.ts'
import { refuseOwn } from './check-url.ts'

/** What a resolved address is checked against. */
export interface ResolvedRule {
  rule: AddressRule
  port: number
  ownPorts: readonly number[]
}

/** Throws DialError `refused_address` when one address is bad: a mixed answer is how rebinding starts. */
export function checkResolved(host: string, addresses: readonly string[], to: ResolvedRule): void {
  if (addresses.length === 0 || !addresses.every((address) => isAddressAllowed(address, to.rule))) {
    throw new DialError('refused_address', `address of ${host} is not allowed`)
  }
  refuseOwn(addresses, to.port, to.ownPorts)
}

/** Resolves once and hands only checked addresses to the socket, so nothing is resolved again after the check. */
export function guardedLookup(to: ResolvedRule): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { family: options.family ?? 0, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(new DialError('unreachable', `cannot resolve ${hostname}`, { cause: error }), '', 0)
        return
      }
      try {
        checkResolved(
          hostname,
          addresses.map(({ address }) => address),
          to,
        )
      } catch (fault) {
        callback(fault as DialError, '', 0)
        return
      }
      const first = addresses[0]!
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
