import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import { isAddressAllowed } from './check-address.ts'
import type { AddressRule } from './check-address.ts'

/** Resolves once and hands only checked addresses to the socket, so nothing is resolved again after the check. */
export function guardedLookup(rule: AddressRule): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { family: options.family ?? 0, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(new DialError('unreachable', `cannot resolve ${hostname}`, { cause: error }), '', 0)
        return
      }
      // One bad address spoils the name: a mixed answer is how rebinding starts.
      const allowed = addresses.every(({ address }) => isAddressAllowed(address, rule))
      const first = addresses[0]
      if (!allowed || first === undefined) {
        callback(new DialError('refused_address', `address of ${hostname} is not allowed`), '', 0)
        return
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
