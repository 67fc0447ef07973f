import { z } from 'zod'
import { gameClock, serverState } from '../schemas-server.ts'
import {
  codesCancelReply,
  codesCancelRequest,
  codesConfirmReply,
  codesConfirmRequest,
  codesRedeemReply,
  codesRedeemRequest,
} from './code-calls.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const version = z.string().max(200)

/** How the server is, every 30 s; the time it was signed at orders several. */
export const heartbeatRequest = z.object({
  sId: z.int().positive().max(999_999_999),
  online: z.int().nonnegative().max(100_000_000),
  state: serverState,
  clock: gameClock,
  versions: z
    .object({
      build: version.optional(),
      protocolMd5: z.string().max(64).optional(),
      config: z.record(z.string().max(64), version).optional(),
    })
    .optional(),
})
export type HeartbeatRequest = z.infer<typeof heartbeatRequest>

/** `taken` false: a newer one was here before, and nothing changed. */
export const heartbeatReply = z.object({ taken: z.boolean(), now: z.int() })

/** A write as it arrived: was it the console that sent it? */
export const verifyRequest = z.object({
  idempotencyKey: z.string().min(1).max(200),
  method: z.enum(['GET', 'POST']),
  /** As in the second signed line of the write. */
  path: z.string().min(1).max(1000),
  bodySha256: sha256,
})
export type VerifyRequest = z.infer<typeof verifyRequest>
export const verifyReply = z.object({ genuine: z.boolean() })

/** `silent`: it sent heartbeats, and none for 90 s; `unknown`: it never sent one. */
export const listedState = z.enum(['open', 'notice', 'drain', 'maintenance', 'silent', 'unknown'])

export const listedServer = z.object({
  sId: z.int(),
  name: z.string(),
  line: z.string(),
  environment: z.enum(['dev', 'test', 'staging', 'production']),
  state: listedState,
  tags: z.array(z.string()),
  /** When it opens or opened, epoch milliseconds. */
  openAt: z.int().nullable(),
  /** Where clients connect; empty: the record names no game socket. */
  address: z.string(),
})
export type ListedServer = z.infer<typeof listedServer>

interface OpenCall {
  method: 'GET' | 'POST'
  path: string
  request: z.ZodType
  reply: z.ZodType
}

/** The calls of a game server to the console. */
export const OPEN_CALLS = {
  heartbeat: {
    method: 'POST',
    path: '/open/v1/heartbeat',
    request: heartbeatRequest,
    reply: heartbeatReply,
  },
  verify: { method: 'POST', path: '/open/v1/verify', request: verifyRequest, reply: verifyReply },
  servers: {
    method: 'GET',
    path: '/open/v1/servers',
    request: z.object({}),
    reply: z.array(listedServer),
  },
  codesRedeem: {
    method: 'POST',
    path: '/open/v1/codes/redeem',
    request: codesRedeemRequest,
    reply: codesRedeemReply,
  },
  codesConfirm: {
    method: 'POST',
    path: '/open/v1/codes/confirm',
    request: codesConfirmRequest,
    reply: codesConfirmReply,
  },
  codesCancel: {
    method: 'POST',
    path: '/open/v1/codes/cancel',
    request: codesCancelRequest,
    reply: codesCancelReply,
  },
} as const satisfies Record<string, OpenCall>

export type OpenCallName = keyof typeof OPEN_CALLS
export type OpenCallRequest<Name extends OpenCallName> = z.input<(typeof OPEN_CALLS)[Name]['request']>
export type OpenCallReply<Name extends OpenCallName> = z.output<(typeof OPEN_CALLS)[Name]['reply']>

/** How often a server sends a heartbeat, and after how long without one it counts as silent, in milliseconds. */
export const HEARTBEAT_EVERY_MS = 30_000
export const SILENT_AFTER_MS = 90_000

export * from './code-calls.ts'
