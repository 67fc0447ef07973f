import { BlockList, isIP } from 'node:net'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Addresses and networks (`10.0.0.0/8`) as one list; null where one of them cannot be read. */
function readList(list: readonly string[]): BlockList | null {
  const read = new BlockList()
  for (const each of list) {
    const [address = '', bits, ...rest] = each.split('/')
    const version = isIP(address)
    if (version === 0 || rest.length > 0) return null
    if (bits === undefined) read.addAddress(address, familyOf(address))
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
      read.addSubnet(address, Number(bits), familyOf(address))
    else return null
  }
  return read
}

export const isAddressList = (list: readonly string[]): boolean => readList(list) !== null

/** Whether the list holds the address; an empty list holds all of them, one that cannot be read none. */
export function isListedAddress(list: readonly string[], address: string): boolean {
  if (list.length === 0) return true
  return isIP(address) !== 0 && (readList(list)?.check(address, familyOf(address)) ?? false)
}
