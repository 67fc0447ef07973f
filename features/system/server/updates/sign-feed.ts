import { createHash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { canonicalJson } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { updateFeed } from './feed-format.ts'
import type { FeedPackage, UpdateFeed } from './feed-format.ts'

/** A package of a feed, read from a file that will lie at `address`. */
export async function describePackage(
  file: string,
  about: Pick<FeedPackage, 'platform' | 'address' | 'command'>,
): Promise<FeedPackage> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.length
  }
  return { ...about, size, sha256: hash.digest('hex') }
}

/** The bytes of a feed and the signature over exactly them, as both are published. Throws when a console would refuse it. */
export function signFeed(feed: UpdateFeed, key: KeyObject): { bytes: Buffer; signature: string } {
  const checked = z.parse(updateFeed, feed)
  const bytes = Buffer.from(`${canonicalJson(checked)}\n`)
  return { bytes, signature: `${sign(null, bytes, key).toString('base64')}\n` }
}
