import type { ProtocolDefinition } from './protocol-definition.ts'

/** JSON text with sorted keys and no spaces: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((inner) => canonicalJson(inner ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // Written by hand, since an object puts number-like keys first whatever the order of insertion.
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${pairs.join(',')}}`
}

/** The fingerprint of a definition; its own `md5` field is left out. `md5` maps text to hex. */
export function protocolMd5(protocol: ProtocolDefinition, md5: (text: string) => string): string {
  return md5(canonicalJson({ diffInfos: protocol.diffInfos, protocols: protocol.protocols }))
}
