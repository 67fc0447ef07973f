import { createHash } from 'node:crypto'
import type { AdapterProtocol } from '@qd/game-contract/adapter'
import { deriveProtocol, protocolMd5, readProtoModules } from '@qd/protocol-model'
import type { CleanNested } from './proto-descriptor.ts'
import { refusalError } from './refusal-error.ts'

/** The data definition made of checked messages, under a fingerprint of its own; throws GameError. */
export function derivedProtocol(nested: CleanNested, modules: unknown): AdapterProtocol {
  const read = readProtoModules(modules)
  if (!read.ok) throw refusalError(`modules: ${read.reason}`)
  const derived = deriveProtocol(nested, read.modules)
  if (!derived.ok) throw refusalError(derived.reason)
  const md5 = protocolMd5(derived.protocol, (text) => createHash('md5').update(text).digest('hex'))
  return { md5, protocol: { ...derived.protocol, md5 } }
}
