export interface GatewayTables {
  simulator_account: {
    game: string
    u_id: string
    device_id: string
    /** The server they entered; empty for rows from before it was kept. */
    server_key: string
    /** 1: the console made this player, so that anybody who may connect may enter as them. */
    is_made: number
    noted_at: number
  }
}
