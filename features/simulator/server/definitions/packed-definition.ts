import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { canonicalJson, parseJsonText } from '@qd/canonical-json'
import type { DocCommand } from '../../contract/index.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** What a server says of its messages. */
export interface Definition {
  /** protobuf.js JSON. */
  nested: Record<string, unknown>
  cmds: readonly DocCommand[]
}

/** What is known of a server's or a record's messages; commands of records have no comments. */
export interface AnyDefinition {
  nested: Record<string, unknown>
  cmds: readonly Omit<DocCommand, 'comment'>[]
}

/** The adapter hands out the same objects as long as the server says the same. */
const hashes = new WeakMap<object, string>()

/** Equal definitions have one hash, whatever the order in which the game writes them. */
export function hashOf({ nested, cmds }: { nested: object; cmds: readonly { cmd: number }[] }): string {
  const known = hashes.get(nested)
  if (known !== undefined) return known
  const sorted = cmds.toSorted((a, b) => a.cmd - b.cmd)
  const hash = createHash('sha256')
    .update(canonicalJson({ nested, cmds: sorted }))
    .digest('hex')
  hashes.set(nested, hash)
  return hash
}

/** As it is stored: the order of the fields stays. */
export async function packDefinition({
  nested,
  cmds,
}: AnyDefinition): Promise<{ content: string; bytes: number }> {
  const packed = await zip(JSON.stringify({ nested, cmds }))
  return { content: packed.toString('base64'), bytes: packed.length }
}

export async function unpackDefinition(content: string): Promise<Definition> {
  const text = await unzip(Buffer.from(content, 'base64'))
  return parseJsonText(text.toString('utf8')) as Definition
}
