import type { Environment } from '@qd/contract-kit'

/** Tables of the catalogue; every row but a server's connection is made once and edited by people. */
export interface ScopeTables {
  game: GameRow
  operator: OperatorRow
  line: LineRow
  line_channel: ChannelRow
  game_server: ServerRow
}

export interface GameRow {
  id: string
  name: string
  code: string
  position: number
}

export interface OperatorRow {
  game: string
  partner_code: string
  /** Leading part of a uId (S9.05). */
  platform: number
  name: string
  position: number
}

export interface LineRow {
  line_id: string
  game: string
  partner_code: string
  line_code: string
  name: string
  environment: Environment
  position: number
}

export interface ChannelRow {
  line_id: string
  code: string
  name: string
  position: number
}

export interface ServerRow {
  /** `game:platform:sId`. */
  key: string
  line_id: string
  s_id: number
  service_name: string
  /** Epoch milliseconds. */
  opened_at: number | null
  api_url: string
  server_id: string
  key_id: string
  /** Sealed by the SecretBox at place `game_server/<key>/hash_key`. */
  hash_key: string
  ws: string
  /** Frame descriptor as JSON. */
  codec: string
  allow_loopback: number
  enabled: number
  position: number
}
