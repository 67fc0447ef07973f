import { randomBytes } from 'node:crypto'
import { AppError, coreErrors, fieldInvalid } from '@qd/contract-kit'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { enterHash } from '@qd/game-contract/signing'
import { parseUId } from '@qd/game-id'
import type { MessageBook } from '../messages.ts'

export interface EnterAs {
  deviceId: string
  ver: string
  ip: string
  fd: string
}

/**
 * The body of Enter with a fresh proof (S3.11), as far as the game's own message has the fields. The key stays in here.
 */
export function enterBody(
  book: MessageBook,
  message: string,
  target: GameServerTarget,
  { deviceId, ver, ip, fd }: EnterAs,
): Uint8Array {
  const { sId, hashKey } = target
  const given: Record<string, string | number> = { sId, hash: proofOf(), ver, ip, fd, deviceId }
  const fields = new Map(book.fieldsOf(message).map(({ name, type }) => [name, type]))
  const kept = Object.entries(given).filter(([name]) => fields.has(name))
  const json = Object.fromEntries(
    kept.map(([name, value]) => [name, fields.get(name) === 'string' ? String(value) : value]),
  )
  return book.encode(message, json)

  function proofOf(): string {
    try {
      return enterHash({ sId, deviceId, ver, hashKey }, Date.now(), randomBytes(16).toString('hex'))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw fieldInvalid('deviceId', { text: 'problem.characters' }, { cause: error })
    }
  }
}

/** A refused Enter in the game's words. */
export function refusalOf(status: number, body: Record<string, unknown> | undefined): AppError {
  const said = typeof body?.['msg'] === 'string' ? body['msg'] : ''
  return new AppError(coreErrors.upstream_refused, {
    params: { reason: said === '' ? `status ${status}` : said, outcome: { text: 'upstream.unchanged' } },
    details: { gameStatus: status, gameCode: body?.['code'], gameMsg: said },
  })
}

/** The id of the player who entered; throws the refusal. */
export function enteredUId(status: number, body: Record<string, unknown> | undefined): string {
  if (status !== 0) throw refusalOf(status, body)
  const uId = parseUId(body?.['userId'])
  if (uId.ok) return uId.uId
  throw new AppError(coreErrors.upstream_garbage, {
    params: { reason: 'the reply of Enter has no userId', outcome: { text: 'upstream.unchanged' } },
  })
}
