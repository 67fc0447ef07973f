import { join } from 'node:path'

export const CONTENT_NAME = /^[0-9a-f]{64}$/

/** Where a finished content lies below the folder of files. */
export function contentPath(root: string, sha256: string): string {
  if (!CONTENT_NAME.test(sha256)) throw new Error('not the hash of a content')
  return join(root, 'contents', sha256.slice(0, 2), sha256)
}
