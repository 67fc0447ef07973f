import { z } from 'zod'
import { localName } from './local-texts.ts'

/** The part of a refusal a program reads; `details` depends on the code (2003: `conflictDetails`). */
export const gameRefusal = z.object({
  code: z.int(),
  retryable: z.boolean().default(false),
  field: z.string().optional(),
  details: z.unknown().optional(),
})
export type GameRefusal = z.infer<typeof gameRefusal>

/** Every answer of a game server; `status` 0 is success, else the code of the contract. */
export const gameEnvelope = z.object({
  status: z.int(),
  msg: localName.default(''),
  data: z.unknown().optional(),
  err: gameRefusal.optional(),
  requestId: z.string().optional(),
  replayed: z.boolean().optional(),
})
export type GameEnvelope = z.infer<typeof gameEnvelope>

/** Details of 2003: for each change whose `old` no longer holds, what stands there now. */
export const conflictDetails = z.object({
  conflicts: z.array(z.object({ index: z.int().nonnegative(), current: z.unknown() })),
})
export type ConflictDetails = z.infer<typeof conflictDetails>
