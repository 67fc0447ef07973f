import { isIPv4, isIPv6 } from 'node:net'

const NAME = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/
const LONGEST_NAME = 253

/**
 * The host of a `Host` header in the one spelling hosts are compared in: without port, in lower case, without the dot of
 * the root, IPv6 shortened and in brackets. Null for anything that is no host. Nothing is decoded or guessed: `127.1` is
 * the name it looks like.
 */
export function hostName(text: string): string | null {
  const [, host] = /^(\[[^[\]]*\]|[^[\]:]*)(?::\d{0,5})?$/.exec(text) ?? []
  if (host === undefined) return null
  if (host.startsWith('[')) return ipv6Name(host.slice(1, -1))
  const name = host.toLowerCase().replace(/\.$/, '')
  return name.length <= LONGEST_NAME && NAME.test(name) ? name : null
}

function ipv6Name(address: string): string | null {
  if (!isIPv6(address) || address.includes('%')) return null
  return new URL(`http://[${address}]`).hostname
}

/** The same of a setting, where an IPv6 address may stand without brackets, and a name in any script. */
export function settingHostName(text: string): string | null {
  if (isIPv6(text.replace(/%.*$/, ''))) return ipv6Name(text.replace(/%.*$/, ''))
  // Browsers send names of other scripts in their ASCII form.
  const isAscii = /^[\x21-\x7e]*$/.test(text)
  return hostName(isAscii ? text : (URL.parse(`http://${text}`)?.host ?? ''))
}

/** Whether a name leads to this machine, whatever the name service says. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name === '[::1]') return true
  return isIPv4(name) ? name.startsWith('127.') : /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(name)
}
