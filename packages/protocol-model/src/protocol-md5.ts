import { canonicalJson } from '@qd/canonical-json'
import type { ProtocolDefinition } from './protocol-definition.ts'

/** The fingerprint of a definition; its own `md5` field is left out. `md5` maps text to hex. */
export function protocolMd5(protocol: ProtocolDefinition, md5: (text: string) => string): string {
  return md5(canonicalJson({ diffInfos: protocol.diffInfos, protocols: protocol.protocols }))
}
