import { lookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { isAddressAllowed } from './check-address.ts'
import { refuseOwn } from './check-url.ts'

/** What a resolved address is checked against. */
export interface ResolvedRule {
  networks: Networks
  port: number
  ownPorts: readonly number[]
}

/** Throws DialError `refused_address` when one address is bad: a mixed answer is how rebinding starts. */
function checkResolved(host: string, addresses: readonly LookupAddress[], to: ResolvedRule): void {
  const isAllowed = ({ address }: LookupAddress) => isAddressAllowed(address, to.networks)
  if (addresses.length === 0 || !addresses.every(isAllowed)) {
    throw new DialError('refused_address', `address of ${host} is not allowed`)
  }
  refuseOwn(
    addresses.map(({ address }) => address),
    to.port,
    to.ownPorts,
  )
}

/** The addresses of a host, each of them checked; rejects with what the resolver says, or with the guard's DialError. */
export async function resolveChecked(host: string, to: ResolvedRule): Promise<LookupAddress[]> {
  const literal = isIP(host)
  const addresses =
    literal === 0
      ? await new Promise<LookupAddress[]>((resolve, reject) =>
          lookup(host, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error))),
        )
      : [{ address: host, family: literal }]
  checkResolved(host, addresses, to)
  return addresses
}

/** Leads a socket to addresses that are known and checked: it asks the resolver nothing. */
export function lookupAmong(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, answer) => {
    const { address, family } = addresses[0]!
    if (options.all === true) answer(null, [...addresses])
    else answer(null, address, family)
  }
}

/** Resolves once and hands only checked addresses to the socket, so nothing is resolved again after the check. */
export function guardedLookup(to: ResolvedRule): LookupFunction {
  return (hostname, options, answer) => {
    resolveChecked(hostname, to).then(
      (addresses) => lookupAmong(addresses)(hostname, options, answer),
      (error: Error) => {
        const isOurs = error instanceof DialError
        answer(
          isOurs ? error : new DialError('unreachable', `cannot resolve ${hostname}`, { cause: error }),
          '',
          0,
        )
      },
    )
  }
}
