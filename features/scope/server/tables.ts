export interface ScopeTables {
  moved_player: MovedPlayerRow
}

/** Where the game last found a player who is not where their uId says. */
export interface MovedPlayerRow {
  game: string
  platform: number
  u_id: string
  s_id: number
}
