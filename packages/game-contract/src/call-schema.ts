import { z } from 'zod'
import { gameEnvelope } from './envelope.ts'
import { GAME_CALLS } from './game-calls.ts'
import type { GameCallName } from './game-calls.ts'
import { OPEN_CALLS } from './open/open-calls.ts'
import type { OpenCallName } from './open/open-calls.ts'

export interface CallSchema {
  method: 'GET' | 'POST'
  path: string
  isWrite: boolean
  /** JSON Schema of query or body, and of the answer's `data`, as their sender writes them. */
  request: object
  reply: object
}

const schemaOf = (schema: z.ZodType): object =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** One call of the contract as JSON Schema. */
export function callSchema(name: GameCallName): CallSchema {
  const { method, path, isWrite, request, reply } = GAME_CALLS[name]
  return { method, path, isWrite, request: schemaOf(request), reply: schemaOf(reply) }
}

/** What every answer of a game server stands in, as JSON Schema. */
export const envelopeSchema = (): object => schemaOf(gameEnvelope)

/** A call of a game server to the console as JSON Schema. */
export function openCallSchema(name: OpenCallName): Omit<CallSchema, 'isWrite'> {
  const { method, path, request, reply } = OPEN_CALLS[name]
  return { method, path, request: schemaOf(request), reply: schemaOf(reply) }
}

/** Why an exchange does not keep the contract, or null. */
export function exchangeFault(
  name: GameCallName,
  { request, reply }: { request: unknown; reply: unknown },
): string | null {
  const given = [GAME_CALLS[name].request.safeParse(request), GAME_CALLS[name].reply.safeParse(reply)]
  const wrong = given.find(({ success }) => !success)
  return wrong?.error === undefined ? null : z.prettifyError(wrong.error)
}
