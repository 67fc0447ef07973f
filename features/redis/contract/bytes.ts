import { z } from '@qd/contract-kit'

/** Bytes of Redis: text where they are UTF-8, else base64. Names, fields, members and values come and go like this. */
export const redisBytes = z.union([z.string(), z.object({ base64: z.base64() })])
export type RedisBytes = z.output<typeof redisBytes>

/** A key; Redis takes up to 512 MB, a page sends at most this. */
export const KEY_BYTES = 1_048_576

const NAME_CHARS = 200

/** A key as one short line, for audit rows and names of files: bytes that are no text as base64. */
export function keyName(key: RedisBytes): string {
  const text = typeof key === 'string' ? key : textOf(key.base64)
  return text.length > NAME_CHARS ? `${text.slice(0, NAME_CHARS - 1)}…` : text
}

function textOf(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? `base64:${base64}` : text
  } catch {
    return `base64:${base64}`
  }
}
