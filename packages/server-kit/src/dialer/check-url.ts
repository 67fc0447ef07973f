import { isIP } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import { isAddressAllowed, isOwnAddress } from './check-address.ts'
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

/**
 * Reads an address; throws DialError `refused_address` for one that may never be dialled, whatever it resolves to. What a
 * name resolves to is checked by whoever resolves it.
 */
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
  if (isIP(host) !== 0) refuseOwn([host], portOf(url), ownPorts)
  return url
}

/** Letters of any language, digits, and what stands in names and in addresses; nothing a URL would read otherwise. */
const HOST = /^[\p{L}\p{M}\p{N}._:-]+$/u

/** Reads host and port of a way that has no URL, by the same rules; an IPv6 address stands without brackets. */
export function checkHost(
  { host, port }: { host: string; port: number },
  rule: AddressRule,
  ownPorts: readonly number[],
): string {
  if (!HOST.test(host) || !Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new DialError('refused_address', 'address is no host with a port')
  }
  const name = isIP(host) === 6 ? `[${host}]` : host
  return hostOf(checkUrl(`http://${name}:${port}/`, rule, ['http:'], ownPorts))
}

/** Throws when one of the addresses is the console itself: a port of ours on this machine. */
export function refuseOwn(addresses: readonly string[], port: number, ownPorts: readonly number[]): void {
  if (!ownPorts.includes(port) || !addresses.some(isOwnAddress)) return
  throw new DialError('refused_address', 'address is the console itself')
}
