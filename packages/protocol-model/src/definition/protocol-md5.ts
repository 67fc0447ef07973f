import { canonicalJson } from '@qd/canonical-json'

/** What a server answers under a fingerprint. */
interface Served {
  diffInfos: unknown
  protocols: unknown
}

/** The fingerprint of a definition as it is served; its own `md5` field is left out. `md5` maps text to hex. */
export function protocolMd5(protocol: Served, md5: (text: string) => string): string {
  return md5(canonicalJson({ diffInfos: protocol.diffInfos, protocols: protocol.protocols }))
}

/** `a41f…9c2e`: enough to compare two by eye. */
export function shortMd5(md5: string): string {
  return md5.length > 12 ? `${md5.slice(0, 4)}…${md5.slice(-4)}` : md5
}
