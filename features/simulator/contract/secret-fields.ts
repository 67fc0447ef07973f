/** Fields that prove somebody, by their names. */
const SECRET = /pass(word|wd)?|token|secret|hash|signature|credential|session_?(id|key)/i

export function isSecretField(name: string): boolean {
  return SECRET.test(name)
}

/** A copy without what proves somebody, and whether there was any. All texts below a secret field are secret too. */
export function withoutSecrets(value: unknown): { value: unknown; isChanged: boolean } {
  let isChanged = false
  /** Of a MessagePack map whose keys are no names of fields. */
  const walkPair = (pair: unknown, isBelow: boolean): unknown => {
    if (!Array.isArray(pair)) return walk(pair, '', isBelow)
    const [key, ...values] = pair as unknown[]
    const name = typeof key === 'string' ? key : ''
    return [key, ...values.map((each) => walk(each, name, isBelow))]
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
    if (Array.isArray(part) && name === '$map') return part.map((pair: unknown) => walkPair(pair, isBelow))
    if (Array.isArray(part)) return part.map((each) => walk(each, name, isBelow))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, each]) => [key, walk(each, key, isOwn || isBelow)]),
    )
  }
  return { value: walk(value, '', false), isChanged }
}
