import { verifyEnterHash } from '@qd/game-contract/signing'
import { diffDocuments } from '../game/diff-documents.ts'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import type { LivePlayer, PlayerConnection } from '../game/live-player.ts'
import type { SessionOptions } from './session-options.ts'
import type { Body } from './message-codec.ts'

interface EnterRequest {
  sId: number
  hash: string
  ver: string
  ip: string
  fd: number
  deviceId: string
}

const MAX_DEVICE_ID = 96

function checkProof({ game, nonces, hashKey }: SessionOptions, request: EnterRequest): void {
  const { sId, ver, deviceId, hash } = request
  if (sId !== game.sId) throw new GameFailure(2004, `这里是 ${game.sId} 服，不是 ${sId} 服`, { field: 'sId' })
  if (deviceId === '' || deviceId.length > MAX_DEVICE_ID) {
    throw new GameFailure(2004, '设备号不合要求', { field: 'deviceId' })
  }
  const verified = verifyEnterHash(hash, { sId, deviceId, ver, hashKey }, game.clock.realMs(), nonces)
  if (!verified.ok) throw new GameFailure(1001, verified.reason, { field: 'hash' })
}

/** A device is an account; one nobody has seen gets a new player. */
function playerOf(game: Game, deviceId: string): LivePlayer {
  const stored = game.store.playerByAccount(deviceId)
  return stored ? game.player(stored.uId) : game.createPlayer(deviceId, undefined, 'official')
}

function markEntered(game: Game, player: LivePlayer, request: EnterRequest, ip: string): void {
  const now = game.clock.gameSeconds()
  game.mutate(player, ({ role, session }) => {
    role.lastLoginAt = now
    session.loginCount += 1
    session.deviceId = request.deviceId
    session.clientVer = request.ver
    session.ip = request.ip === '' ? ip : request.ip
    session.enterAt = now
    session.heartbeatAt = now
  })
}

/** Lets a proven client in and answers with the player's whole data as changes (S3.10, S3.11). */
export function enterGame(
  options: SessionOptions,
  connection: PlayerConnection,
  body: Body,
): { player: LivePlayer; body: Body } {
  const { game, ip } = options
  // Decoded with defaults, so every field of the message is there.
  const request = body as unknown as EnterRequest
  checkProof(options, request)
  // Nobody new is made for who may not come in.
  const uId = game.store.playerByAccount(request.deviceId)?.uId ?? ''
  game.door.admit({ uId, deviceId: request.deviceId, ip: request.ip === '' ? ip : request.ip })
  const player = playerOf(game, request.deviceId)
  if (player.document.role.banUntil > game.clock.gameSeconds()) {
    throw new GameFailure(1003, `封号至 ${player.document.role.banUntil}`)
  }
  if (player.connection !== null && player.connection !== connection) player.connection.kick('在别处登录')
  player.connection = null
  // Before the login counts: a condition may ask for players who were away.
  game.mails.offerGlobals(player, { isLogin: true })
  markEntered(game, player, request, ip)
  player.connection = connection
  game.log.write('info', 'player.entered', { uId: player.uId, ver: request.ver, ip })
  const c = diffDocuments(game.definitions.protocol, {}, player.document)
  return { player, body: { userId: player.uId, c } }
}
