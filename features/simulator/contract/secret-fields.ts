import { bytesOfBase64 } from '@qd/proto-wire'

/** Fields that prove somebody, by their names. */
const SECRET = /pass(word|wd)?|token|secret|hash|signature|credential|session_?(id|key)/i

export function isSecretField(name: string): boolean {
  return SECRET.test(name)
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The name that the key of a pair in a MessagePack `$map` is: a text, however it is written; null where it is none. */
export function nameOfPair(key: unknown): string | null {
  if (typeof key === 'string') return key
  if (typeof key !== 'object' || key === null) return null
  const entries = Object.entries(key)
  const [mark, value] = entries.length === 1 ? (entries[0] as [string, unknown]) : ['', null]
  if (mark === '$value') return nameOfPair(value)
  if (typeof value !== 'string') return null
  if (mark === '$text') return value
  const bytes = mark === '$bytes' ? bytesOfBase64(value) : null
  return bytes === null ? null : textOf(bytes)
}

/** Whether an object with these keys is a MessagePack map as pairs of key and value. */
export const isPairs = (keys: readonly string[]): boolean => keys.length === 1 && keys[0] === '$map'

/** `{ "$value": 7 }`: how the kind of a value is written down; it goes by the name of the field it stands in. */
export const isMarked = (keys: readonly string[]): boolean =>
  keys.length === 1 && keys[0]!.startsWith('$') && !isPairs(keys)

/** A copy without what proves somebody, and whether there was any. All texts below a secret field are secret too. */
export function withoutSecrets(value: unknown): { value: unknown; isChanged: boolean } {
  let isChanged = false
  const walkPair = (pair: unknown, isBelow: boolean): unknown => {
    if (!Array.isArray(pair) || pair.length < 2) return walk(pair, '', isBelow)
    const [key, ...values] = pair as unknown[]
    const name = nameOfPair(key)
    const kept = name === null ? walk(key, '', isBelow) : key
    return [kept, ...values.map((each) => walk(each, name ?? '', isBelow))]
  }
  const walk = (part: unknown, name: string, isBelow: boolean): unknown => {
    const isOwn = isSecretField(name)
    if (typeof part === 'string' && part !== '' && (isOwn || isBelow)) {
      isChanged = true
      return ''
    }
    // Below a secret field numbers are counts and times more often than secrets.
    if ((typeof part === 'number' || typeof part === 'bigint') && isOwn && Number(part) !== 0) {
      isChanged = true
      return 0
    }
    if (Array.isArray(part)) return part.map((each) => walk(each, name, isBelow))
    if (typeof part !== 'object' || part === null) return part
    if (isPairs(Object.keys(part)) && '$map' in part && Array.isArray(part.$map))
      return { $map: part.$map.map((pair: unknown) => walkPair(pair, isOwn || isBelow)) }
    const entries = Object.entries(part)
    const isMark = isMarked(Object.keys(part))
    return Object.fromEntries(
      entries.map(([key, each]) => [key, walk(each, isMark ? name : key, isOwn || isBelow)]),
    )
  }
  return { value: walk(value, '', false), isChanged }
}
