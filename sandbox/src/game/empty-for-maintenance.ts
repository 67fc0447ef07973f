import type { Game } from './game.ts'

/** Ends what maintenance does not let go on. */
export function emptyForMaintenance(game: Game): void {
  if (game.door.state() !== 'maintenance') return
  for (const player of game.players.online()) {
    if (player.connection === null) continue
    const { deviceId, ip } = player.document.session
    if (!game.door.isAllowed({ uId: player.uId, deviceId, ip })) game.kick(player, game.door.farewell)
  }
}
