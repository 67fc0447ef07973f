/** The divisors that split a uId into platform, server and sequence (S9.05). A settings file may replace them. */
export interface UIdBases {
  platformBase: number
  serverBase: number
}

/** What the platform and the server are multiplied with in a uId where the settings say nothing else (S9.05). */
export const PLATFORM_BASE = 10_000_000_000
export const SERVER_BASE = 1_000_000

export const DEFAULT_BASES: UIdBases = { platformBase: PLATFORM_BASE, serverBase: SERVER_BASE }

export interface ExactBases {
  platform: bigint
  server: bigint
}

/** Throws RangeError for bases that cannot split an id: not whole, not positive, or server not below platform. */
export function assertUsable({ platformBase, serverBase }: UIdBases): void {
  const isUsable =
    Number.isSafeInteger(platformBase) &&
    Number.isSafeInteger(serverBase) &&
    serverBase > 0 &&
    platformBase > serverBase
  if (!isUsable) throw new RangeError(`uId bases ${platformBase}/${serverBase} are not usable`)
}

/** Throws as `assertUsable` does. */
export function exactBases(bases: UIdBases): ExactBases {
  assertUsable(bases)
  const { platformBase, serverBase } = bases
  return { platform: BigInt(platformBase), server: BigInt(serverBase) }
}
