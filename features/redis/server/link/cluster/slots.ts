import type { Address } from '../way.ts'
import { addressText } from '../way.ts'

export const SLOTS = 16_384

const TABLE = Uint16Array.from({ length: 256 }, (_none, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
  return crc
})

/** CRC16 as the specification of Redis clusters names it (XMODEM). */
function crc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ TABLE[((crc >> 8) ^ byte) & 0xff]!
  return crc
}

const OPEN = 0x7b
const CLOSE = 0x7d

/** What counts of a key: what stands in its first braces where they hold anything. */
export function hashedOf(key: Buffer): Buffer {
  const open = key.indexOf(OPEN)
  const close = open === -1 ? -1 : key.indexOf(CLOSE, open + 1)
  return close > open + 1 ? key.subarray(open + 1, close) : key
}

export const slotOf = (key: Buffer): number => crc16(hashedOf(key)) % SLOTS

/** Which master has which slots, as one node sees it. */
export interface Topology {
  /** Master of each slot by its address text. */
  readonly slots: readonly (string | undefined)[]
  readonly masters: ReadonlyMap<string, Address>
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const textOf = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString() : typeof value === 'string' ? value : ''

/** Reads the answer of CLUSTER SLOTS; a node that does not know its own address is where it was asked. */
export function readSlots(reply: unknown, asked: Address): Topology {
  const slots: (string | undefined)[] = Array.from({ length: SLOTS })
  const masters = new Map<string, Address>()
  for (const range of isList(reply) ? reply : []) {
    const [first, last, master] = isList(range) ? range : []
    const [host, port] = isList(master) ? master : []
    const named = textOf(host)
    const address = { host: named === '' || named === '?' ? asked.host : named, port: Number(textOf(port)) }
    const id = addressText(address)
    masters.set(id, address)
    const end = Math.min(Number(textOf(last)), SLOTS - 1)
    for (let slot = Number(textOf(first)); slot <= end; slot += 1) slots[slot] = id
  }
  return { slots, masters }
}

/**
 * Replicas by their address text as CLUSTER NODES lists them (`id host:port@bus,name flags …`), those that fail included:
 * CLUSTER SLOTS leaves those out. They have names for hosts where the masters have.
 */
export function readReplicas(
  reply: unknown,
  { asked, masters }: { asked: Address; masters: Topology['masters'] },
): Map<string, Address> {
  const lines = textOf(reply).split('\n').filter(Boolean)
  const nodes = lines.map((line) => {
    const [, at = '', flags = ''] = line.split(' ')
    const [address = '', name = ''] = at.split(',')
    const [, host = '', port = ''] = /^(.*):(\d+)(?:@\d+)?$/.exec(address) ?? []
    return { host: host === '' ? asked.host : host, name, port: Number(port), flags: flags.split(',') }
  })
  const isNamed = nodes.some(
    ({ name, port }) => name !== '' && masters.has(addressText({ host: name, port })),
  )
  const replicas = nodes.filter(
    ({ flags, port }) => port > 0 && flags.includes('slave') && !flags.includes('noaddr'),
  )
  return new Map(
    replicas.map(({ host, name, port }) => {
      const address = { host: isNamed && name !== '' ? name : host, port }
      return [addressText(address), address]
    }),
  )
}

export interface Redirection {
  kind: 'MOVED' | 'ASK'
  slot: number
  address: Address
}

/** Where an error reply sends the command; null for any other error. */
export function redirectionOf(words: string, from: Address): Redirection | null {
  const [kind, slot, at = ''] = words.split(' ')
  if (kind !== 'MOVED' && kind !== 'ASK') return null
  const colon = at.lastIndexOf(':')
  const host = at.slice(0, Math.max(0, colon)).replaceAll(/^\[|\]$/g, '')
  const port = Number(at.slice(colon + 1))
  return { kind, slot: Number(slot), address: { host: host === '' || host === '?' ? from.host : host, port } }
}
