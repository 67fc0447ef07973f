import { randomBytes } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { cChange } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { EnterInput, EnterResult, GameServerTarget, GameSocketFrame } from '@qd/game-contract/adapter'
import { enterHash } from '@qd/game-contract/signing'
import { parseUId } from '@qd/game-id'
import { z } from 'zod'

const reply = z.object({
  userId: z.union([z.string(), z.int()]),
  c: z.array(cChange).default([]),
})

const refusal = z.object({
  code: z.number().default(0),
  msg: z.string().default(''),
  reqMsg: z.unknown().optional(),
})

/** The fields of Enter (S3.11) with a fresh one-use hash; throws GameError when deviceId or ver cannot be proven. */
export function enterBody(target: GameServerTarget, input: EnterInput, nowMs: number) {
  const proof = { sId: target.sId, deviceId: input.deviceId, ver: input.ver, hashKey: target.hashKey }
  try {
    const hash = enterHash(proof, nowMs, randomBytes(16).toString('hex'))
    return { sId: target.sId, hash, ver: input.ver, ip: input.ip, fd: input.fd, deviceId: input.deviceId }
  } catch (error) {
    if (error instanceof RangeError) throw new GameError({ kind: 'refused', code: 2004, msg: error.message })
    throw error
  }
}

function parsedReqMsg(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    // A game may put plain words there; they are shown as they are.
    return text
  }
}

function refusedResult(frame: GameSocketFrame): EnterResult {
  const parsed = refusal.safeParse(frame.body)
  const { code, msg, reqMsg } = parsed.success
    ? parsed.data
    : { code: 0, msg: frame.bodyError ?? '', reqMsg: undefined }
  const reqMsgText = typeof reqMsg === 'string' ? reqMsg : reqMsg === undefined ? '' : JSON.stringify(reqMsg)
  return { ok: false, status: frame.status, code, msg, reqMsg: parsedReqMsg(reqMsgText), reqMsgText }
}

/** Keeps the fields the game's own Enter message has, text where it wants text: older games leave some out. */
export function fittedTo(
  fields: ReadonlyMap<string, string>,
  body: Readonly<Record<string, string | number>>,
) {
  const kept = Object.entries(body).filter(([name]) => fields.has(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, fields.get(name) === 'string' ? String(value) : value]),
  )
}

/** Reads the reply of Enter (S3.10): the new id and its changes, or the refusal with its JSON text. */
export function enterResultOf(frame: GameSocketFrame): EnterResult {
  if (frame.status !== 0) return refusedResult(frame)
  const parsed = reply.safeParse(frame.body)
  const uId = parsed.success ? parseUId(parsed.data.userId) : null
  if (!parsed.success || !uId?.ok) {
    throw new GameError({ kind: 'garbage', msg: frame.bodyError ?? 'the reply of Enter has no userId' })
  }
  return { ok: true, userId: uId.uId, c: parsed.data.c }
}
