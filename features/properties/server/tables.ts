/** Times are ms UTC; amounts are decimal text, because a sum may be beyond 2^53. */
export interface PropertiesTables {
  item_line: LineRow
  item_seen: SeenItemRow
  item_server: ItemServerRow
  item_limit: LimitTableRow
  item_value: ValueRow
  gift_template: GiftRow
  item_use: UseRow
  item_use_player: UsePlayerRow
  item_given: GivenRow
  item_request: RequestRow
  item_use_day: UseDayRow
}

/** What the console knows of a line while none of its servers answers. */
export interface LineRow {
  line_id: string
  /** Zone of its game clock; empty: never heard. */
  zone: string
  /** When its items were read last. */
  synced_at: number
}

/** An item that some server of the line has, or had. */
export interface SeenItemRow {
  line_id: string
  number: string
  /** JSON of what the game said of it, with its names in all languages. */
  facts: string
  first_seen: number
  /** Null while a server has it. */
  last_seen: number | null
}

/** How a server was heard of its items. */
export interface ItemServerRow {
  server_key: string
  line_id: string
  /** When it told them last; null: never. */
  heard_at: number | null
  /** When it failed since then; null: it has not. */
  failed_at: number | null
  /** JSON of the code and the values of its failure; empty: none. */
  fault: string
  /** How often the regular sync has failed since it was heard, and when that asks again. */
  failures: number
  retry_at: number
}

export interface LimitTableRow {
  id: string
  /** The line; `game/operator` of one that holds on all lines of an operator. */
  line_id: string
  number: string
  kind: string
  quantity: string
  revision: number
  changed_by: string
  changed_at: number
}

/** What the console says an item is worth: `per` of it are worth `worth`. */
export interface ValueRow {
  id: string
  line_id: string
  number: string
  per: string
  worth: string
  revision: number
  changed_by: string
  changed_at: number
}

export interface GiftRow {
  id: string
  line_id: string
  name: string
  /** As `printGift` writes it. */
  content: string
  revision: number
  changed_by: string
  changed_at: number
}

/** One use that is counted. */
export interface UseRow {
  key: string
  line_id: string
  day: string
  person_id: string
  person: string
  kind: string
  about: string
  /** JSON of what it gives by item, to take it back. */
  items: string
  at: number
  /** What it is a part of; null: it is a request of its own. */
  request: string | null
}

/** Some thousand players of a use, packed. */
export interface UsePlayerRow {
  use_key: string
  number: string
  piece: number
  line_id: string
  day: string
  /** 0: one player, found by `first` alone. */
  is_many: number
  /** uIds with leading zeros, so that text compares as numbers do. */
  first: string
  last: string
  players: number
  /** Base64 of `packAmounts`. */
  packed: string
}

/** Sums of a day: what a person gave of an item. */
export interface GivenRow {
  line_id: string
  day: string
  number: string
  person_id: string
  person: string
  total: string
  /** Of it, what every player of the line got. */
  everyone: string
  players: number
  uses: number
}

/** What all parts of a request have given of an item on a line. */
export interface RequestRow {
  request: string
  line_id: string
  number: string
  total: string
  /** Of its last part. */
  day: string
}

/** Raised with each use of the day, so that a check outside a transaction knows whether it still holds. */
export interface UseDayRow {
  line_id: string
  day: string
  version: number
}
