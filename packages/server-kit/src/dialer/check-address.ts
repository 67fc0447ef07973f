import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Networks of a company or a provider, where game servers often stand; a record has to say so. */
const privateNets = new BlockList()
privateNets.addSubnet('10.0.0.0', 8)
privateNets.addSubnet('172.16.0.0', 12)
privateNets.addSubnet('192.168.0.0', 16)
privateNets.addSubnet('100.64.0.0', 10)
privateNets.addSubnet('fc00::', 7, 'ipv6')

/** What an administered record opens beside the public internet; nothing by default (T1). */
export interface AddressRule {
  readonly allowLoopback: boolean
  readonly allowPrivate?: boolean
}

/**
 * Never reachable: unspecified, link-local, metadata of clouds, multicast, broadcast, reserved, documentation, and IPv6
 * that hides an IPv4 address where we cannot read it.
 */
const forbidden = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  forbidden.addSubnet(net, prefix)
}
for (const [net, prefix] of [
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['64:ff9b:1::', 48],
  ['100::', 64],
] as const) {
  forbidden.addSubnet(net, prefix, 'ipv6')
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const parse = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16))
  const front = parse(head)
  const back = tail === undefined ? [] : parse(tail)
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The IPv4 address hidden in an IPv6 one: v4-mapped, v4-compatible, NAT64, ISATAP or 6to4; else null. */
function embeddedV4(address: string): string | null {
  const plain = address.replace(/\d+\.\d+\.\d+\.\d+$/, (v4) => {
    const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const groups = groupsOf(plain)
  const [g0 = 0, g1 = 0, g2 = 0] = groups
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  const last = () => dotted(groups[6]!, groups[7]!)
  if (zeros(0, 5) && groups[5] === 0xffff) return last()
  if (zeros(0, 6) && (groups[6] !== 0 || groups[7]! > 1)) return last()
  if (zeros(0, 4) && groups[4] === 0xffff && groups[5] === 0) return last()
  if (g0 === 0x64 && g1 === 0xff9b && zeros(2, 6)) return last()
  if ((groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe) return last()
  if (g0 === 0x2002) return dotted(g1, g2)
  return null
}

/** An address without brackets and zone, IPv4 where it hides one; null for anything that is no address. */
function plainAddress(address: string): string | null {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 0) return null
  return (family === 6 ? embeddedV4(bare) : null) ?? bare
}

const isWithin = (list: BlockList, address: string) =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address leads to this very machine: loopback, or one of its network cards. */
export function isOwnAddress(address: string): boolean {
  const plain = plainAddress(address)
  if (plain === null) return false
  const own = new BlockList()
  for (const card of Object.values(networkInterfaces()).flat()) {
    if (card !== undefined) own.addAddress(card.address, card.family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return isWithin(loopback, plain) || isWithin(own, plain)
}

/** Whether an IP address may be dialled; the rule comes from the administered record only (T1). */
export function isAddressAllowed(address: string, rule: AddressRule): boolean {
  const plain = plainAddress(address)
  if (plain === null) return false
  if (isWithin(loopback, plain)) return rule.allowLoopback
  if (isWithin(forbidden, plain)) return false
  return rule.allowPrivate === true || !isWithin(privateNets, plain)
}
