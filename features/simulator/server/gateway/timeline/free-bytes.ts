import { statfs } from 'node:fs/promises'

/** The disk keeps so much free for everything else. */
export const KEPT_FREE_BYTES = 268_435_456

export async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
