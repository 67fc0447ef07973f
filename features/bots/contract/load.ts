import { z } from '@qd/contract-kit'

/** Longest run. */
export const BOTS_MAX_MS = 6 * 3_600_000
/** Most clients of one run, whatever the settings say. */
export const BOTS_MAX = 50_000

const ms = (most: number) => z.int().check(z.gte(0), z.lte(most))

/**
 * `closed`: each client begins again when it is through, so a slow server is asked less. `open`: passes begin at a rate,
 * whatever the server does; one that finds no free client waits, and its wait counts.
 */
export const botsLoad = z.object({
  model: z.enum(['closed', 'open']),
  clients: z.int().check(z.gte(1), z.lte(BOTS_MAX)),
  /** Passes that begin each second, of all clients together; open model only. */
  arrivalsPerSecond: z.optional(z.number().check(z.gt(0), z.lte(100_000))),
  /** Time until all clients are there, or the rate is reached. */
  rampMs: ms(3_600_000),
  /** Between two passes of a client, random between both. */
  thinkMs: z.object({ from: ms(3_600_000), to: ms(3_600_000) }),
  stop: z.object({
    afterMs: z.int().check(z.gte(1_000), z.lte(BOTS_MAX_MS)),
    /** Ends once so many passes are through. */
    passes: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000))),
    /** Ends once so many per cent of the passes have failed; absent: never. */
    failedPercent: z.optional(z.number().check(z.gte(0), z.lte(100))),
  }),
})
export type BotsLoad = z.infer<typeof botsLoad>

/** Why a run ended. */
export const botsEnding = z.enum([
  'time',
  'passes',
  'failures',
  'cancelled',
  /** Every client lost the server, and it did not come back. */
  'server_gone',
  'worker_died',
  /** The rights of its owner changed, or the node stopped. */
  'interrupted',
])
export type BotsEnding = z.infer<typeof botsEnding>
