import { randomBytes, randomUUID } from 'node:crypto'
import { GAME_CALLS } from '@qd/game-contract'
import type { GameCallName, GameCallReply, GameCallRequest, GameEnvelope } from '@qd/game-contract'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { IDEMPOTENCY_HEADER, SIGN_HEADER, signRequest, verifyResponse } from '@qd/game-contract/signing'

type Target = Pick<GameServerTarget, 'apiUrl' | 'serverId' | 'keyId' | 'hashKey'>

/** What a test may do wrong on purpose. */
export interface CallTwists {
  key?: string
  nonce?: string
  tsMs?: number
  hashKey?: string
  keyId?: string
  /** Sent instead of the JSON of the input. */
  body?: string
  headers?: Record<string, string>
}

export interface GameAnswer<Name extends GameCallName> {
  httpStatus: number
  envelope: Omit<GameEnvelope, 'data'> & { data?: GameCallReply<Name> }
  isSigned: boolean
}

/** One call of the contract over real HTTP, signed as a console signs it. */
export async function callGame<Name extends GameCallName>(
  target: Target,
  name: Name,
  input: GameCallRequest<Name>,
  twists: CallTwists = {},
): Promise<GameAnswer<Name>> {
  const { method, path } = GAME_CALLS[name]
  const query = method === 'GET' ? new URLSearchParams(input as Record<string, string>).toString() : ''
  // With the prefix of the address, which is signed too.
  const url = `${target.apiUrl}${path}${query === '' ? '' : `?${query}`}`
  const body = method === 'GET' ? '' : (twists.body ?? JSON.stringify(input))
  const nonce = twists.nonce ?? randomBytes(16).toString('hex')
  const signed = signRequest({
    method,
    url,
    body,
    serverId: target.serverId,
    keyId: twists.keyId ?? target.keyId,
    hashKey: twists.hashKey ?? target.hashKey,
    tsMs: twists.tsMs ?? Date.now(),
    nonce,
  })
  const response = await fetch(url, {
    method,
    headers: { ...signed, [IDEMPOTENCY_HEADER]: twists.key ?? randomUUID(), ...twists.headers },
    body: method === 'GET' ? undefined : body,
  })
  const text = await response.text()
  return {
    httpStatus: response.status,
    envelope: JSON.parse(text) as GameAnswer<Name>['envelope'],
    isSigned: verifyResponse(
      { status: response.status, body: text, nonce, hashKey: target.hashKey },
      response.headers.get(SIGN_HEADER),
    ),
  }
}
