import { addressKey } from '@qd/server-kit'

/** `[2001:db8::1]:4711`, `192.0.2.1:4711` */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d*)?|([\d.]+):\d*)$/
const VERSION_4 = /^\d{1,3}(\.\d{1,3}){3}$/

/**
 * Whom an address counts as that a game tells of. Games hand on what their sockets and proxies call it: with a port, in
 * brackets, or as the first of a list. However one is written, it is one.
 */
export function playerAddress(told: string): string {
  const first = told.split(',')[0]!.trim().toLowerCase()
  const [, inBrackets, beforePort] = WITH_PORT.exec(first) ?? []
  const bare = inBrackets ?? beforePort ?? first
  const plain = bare.replace(/(?<=^|\.)0+(?=\d)/g, '')
  return addressKey(VERSION_4.test(plain) ? plain : bare)
}
