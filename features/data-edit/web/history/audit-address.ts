const MINUTE_MS = 60_000

/** Where the audit has what was asked for: by the same person, about the same player, at about that time. */
export function auditAddress({ actorId, uId, at }: { actorId: string; uId: string; at: number }): string {
  const query = { actor: actorId, target: uId, from: String(at - MINUTE_MS), to: String(at + MINUTE_MS) }
  return `/audit?${new URLSearchParams(query).toString()}`
}
