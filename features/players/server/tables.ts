/** Players a user has opened; `at` is the last time. */
export interface RecentPlayerRow {
  user_id: string
  game: string
  u_id: string
  name: string
  level: number
  s_id: number
  line_id: string
  at: number
}

export interface PlayersTables {
  recent_player: RecentPlayerRow
}
