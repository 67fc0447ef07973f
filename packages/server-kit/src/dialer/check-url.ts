import { isIP } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import { isAddressAllowed } from './check-address.ts'
import type { AddressRule } from './check-address.ts'

const PORTS: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

/** The port a checked address leads to. */
export function portOf(url: URL): number {
  return url.port === '' ? PORTS[url.protocol]! : Number(url.port)
}

/** The host of a checked address as it is resolved: without brackets and the dot of the root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Reads an address; throws DialError `refused_address` for one that may never be dialled, whatever it resolves to. */
export function checkUrl(
  text: string,
  rule: AddressRule,
  protocols: readonly string[],
  ownPorts: readonly number[],
): URL {
  const url = URL.parse(text)
  if (url === null || !protocols.includes(url.protocol)) {
    throw new DialError('refused_address', 'address is not an allowed URL')
  }
  if (url.username !== '' || url.password !== '') {
    throw new DialError('refused_address', 'address carries user information')
  }
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isAddressAllowed(host, rule)) {
    throw new DialError('refused_address', `address ${host} is not allowed`)
  }
  if (/(^|\.)localhost$/i.test(host) && !rule.allowLoopback) {
    throw new DialError('refused_address', 'localhost is not allowed')
  }
  if (ownPorts.includes(portOf(url)) && rule.allowLoopback && (isIP(host) !== 0 || host === 'localhost')) {
    throw new DialError('refused_address', 'address is the console itself')
  }
  return url
}
