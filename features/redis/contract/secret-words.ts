/** From which word on a command carries secrets; its length for most. Words may come in any case. */
export function secretFrom(given: readonly string[]): number {
  const words = given.map((word) => word.toLowerCase())
  const [name, sub] = words
  if (name === 'auth') return 1
  if (name === 'acl' && sub === 'setuser') return 3
  if (name === 'config' && sub === 'set') return 3
  // `SENTINEL SET master auth-pass …`, `SENTINEL CONFIG SET sentinel-pass …`
  if (name === 'sentinel' && (sub === 'set' || sub === 'config')) return 4
  if (name === 'hello' || name === 'migrate') {
    const at = words.findIndex((word) => word === 'auth' || word === 'auth2')
    if (at !== -1) return at + 1
  }
  return words.length
}
