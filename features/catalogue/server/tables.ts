import type { Environment } from '@qd/contract-kit'

/** Tables of the catalogue; `revision` counts the changes people make. */
export interface CatalogueTables {
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
  /** How its uIds split, as JSON; empty: as the settings say. */
  uid_bases: string
  position: number
  revision: number
}

export interface OperatorRow {
  game: string
  partner_code: string
  /** Leading part of a uId (S9.05). */
  platform: number
  name: string
  position: number
  revision: number
}

export interface LineRow {
  line_id: string
  game: string
  partner_code: string
  line_code: string
  name: string
  environment: Environment
  position: number
  revision: number
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
  /** Sealed by the SecretBox at place `game_server/<key>/hash_key`; empty: none yet. */
  hash_key: string
  ws: string
  /** Frame descriptor as JSON. */
  codec: string
  allow_loopback: number
  allow_plain: number
  allow_private: number
  /** What speaks to it, by name. */
  adapter: string
  /** 1: address and key are given by the sandbox at each start. */
  is_managed: number
  /** JSON list of texts. */
  labels: string
  /** JSON list of addresses and networks the server may call from; empty: any. */
  open_addresses: string
  /** The key before the current one, still taken from the server; empty: none. */
  previous_key_id: string
  /** Sealed at place `game_server/<key>/previous_hash_key`. */
  previous_hash_key: string
  enabled: number
  position: number
  revision: number
}
