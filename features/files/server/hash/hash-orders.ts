/** What the thread that hashes is told, in this order only. Offsets and sizes are bytes. */
export type HashOrder =
  /** These bytes lie on disk for good. */
  | { kind: 'follow'; fileId: string; path: string; from: number; to: number }
  /** The upload begins anew, or is over. */
  | { kind: 'forget'; fileId: string }
  /** The sha256 of the whole; `isFollowed`: what was hashed on the way is still what lies there. */
  | { kind: 'end'; fileId: string; path: string; size: number; isFollowed: boolean; ask: number }

export type HashAnswer = { ask: number; sha256: string } | { ask: number; fault: string; code: string }
