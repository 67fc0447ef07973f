const CLOSE_TEXTS: ReadonlyMap<number, string> = new Map([
  [1000, 'closed'],
  [1001, 'the game server is going away'],
  [1002, 'the game server saw a broken frame'],
  [1003, 'the game server does not take this kind of data'],
  [1005, 'closed without a code'],
  [1006, 'the connection was lost'],
  [1007, 'the game server saw broken text'],
  [1008, 'the game server refused by its rules'],
  [1009, 'a frame was too large for the game server'],
  [1011, 'the game server failed'],
  [1012, 'the game server restarts'],
  [1013, 'the game server is busy'],
])

/** The text of a close code, with the reason the other side gave. */
export function closeTextOf(code: number, reason: string): string {
  const text = CLOSE_TEXTS.get(code) ?? `closed with code ${code}`
  return reason === '' ? text : `${text}: ${reason}`
}
