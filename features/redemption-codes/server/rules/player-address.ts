import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { addressKey, isAddressAllowed } from '@qd/server-kit'

/** `[2001:db8::1]:4711`, `192.0.2.1:4711` */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d*)?|([\d.]+):\d*)$/
const VERSION_4 = /^\d{1,3}(\.\d{1,3}){3}$/

/** Without brackets, port, and zeros in front, as games hand on what their sockets and proxies call it. */
function plainOf(told: string): string {
  const trimmed = told.trim().toLowerCase()
  const [, inBrackets, beforePort] = WITH_PORT.exec(trimmed) ?? []
  const bare = inBrackets ?? beforePort ?? trimmed
  const plain = bare.replace(/(?<=^|\.)0+(?=\d)/g, '')
  return VERSION_4.test(plain) ? plain : bare
}

/**
 * Whom an address counts as that a game tells of; empty: nobody. Of a list it is the last public one, because players can
 * write what stands before it. Many share an address that is private or none at all, so that none of them waits for it.
 */
export function playerAddress(told: string): string {
  const last = told
    .split(',')
    .map(plainOf)
    .findLast((plain) => isAddressAllowed(plain, PUBLIC_NETWORKS))
  return last === undefined ? '' : addressKey(last)
}
