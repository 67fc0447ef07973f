import { isIPv6 } from 'node:net'

/** Whom failures from an address count against: an IPv4 address, or the /64 one IPv6 customer holds. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? front : [...front, ...zeros(8 - front.length - back.length), ...back]
  return mappedOf(groups) ?? networkOf(groups)
}

/** An IPv4 address in the form of IPv6 with all its groups; null where it is none. */
function mappedOf(groups: readonly string[]): string | null {
  const numbers = groups.map((group) => Number.parseInt(group, 16))
  const isMapped =
    numbers.length === 8 && numbers[5] === 0xffff && numbers.slice(0, 5).every((each) => each === 0)
  if (!isMapped) return null
  const [high = 0, low = 0] = numbers.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function networkOf(groups: readonly string[]): string {
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const zeros = (count: number): string[] => Array.from({ length: Math.max(0, count) }, () => '0')
