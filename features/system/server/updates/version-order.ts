function partOrder(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumber && isOther) return Number(a) - Number(b)
  if (isNumber !== isOther) return isNumber ? -1 : 1
  if (a === b) return 0
  return a < b ? -1 : 1
}

function listOrder(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = partOrder(part, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Order of two versions as semver.org (2.0.0, 11) has it: below zero when the first is older. */
export function versionOrder(a: string, b: string): number {
  const [[first = '', early = ''], [second = '', other = '']] = [a, b].map((each) => {
    const dash = each.indexOf('-')
    return dash === -1 ? [each] : [each.slice(0, dash), each.slice(dash + 1)]
  }) as [string[], string[]]
  const numbers = listOrder(first.split('.'), second.split('.'))
  if (numbers !== 0 || early === other) return numbers
  // 1.0.0-beta comes before 1.0.0.
  if (early === '' || other === '') return early === '' ? 1 : -1
  return listOrder(early.split('.'), other.split('.'))
}

const isEarly = (version: string) => version.includes('-')

/**
 * Whether a version is one for a console that runs another: a newer one, and one that came out. Who runs a version from before
 * its release is also told of the next ones of that kind.
 */
export function isForConsole(version: string, running: string): boolean {
  return versionOrder(version, running) > 0 && (!isEarly(version) || isEarly(running))
}
