/** Texts by property and language, of what the game names in more than one. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What a field of a single object says of the player, for the head of the page. */
export const PLAYER_FACTS = ['name', 'level', 'power', 'vip', 'channel', 'registered', 'lastLogin'] as const
export type PlayerFact = (typeof PLAYER_FACTS)[number]

/**
 * One field of a diff info (S3.17): `fieldName` is the key in the data, `name` the label people read.
 * `type` is int, string, float, array (then `itemType` names the elements) or the name of a diff info.
 */
export interface Field {
  name: string
  type: string
  fieldName: string
  comment: string
  itemType?: string
  defaultVal?: unknown
  /** Where a select's options come from: gameProp, channel, server, `enum:[...]` or a diff info's name. */
  dataProvider?: string
  min?: number | string
  max?: number | string
  /** UTF-8 bytes. */
  maxBytes?: number
  unit?: string
  /** Marks an int that is a time since the epoch, in seconds or milliseconds. */
  time?: 's' | 'ms'
  sensitive?: boolean
  /** The number of the item, such as a currency, whose quantity the field holds. */
  item?: number
  /** Which fact of the player it is. */
  shows?: PlayerFact
  /** How the bytes that a string stands for are written. */
  encoding?: 'base64'
  /** Fields of one object with the same word exclude one another. */
  oneof?: string
  /** Of `name`, `comment` and `unit`; the properties themselves are in the default language. */
  texts?: TextsByLanguage
}

/** A module of player data; an empty `key` means one object, else rows by that field's value. */
export interface DiffInfo {
  name: string
  comment: string
  fields: Field[]
  /** Label by field name. */
  names: Record<string, string>
  key: string
  /** The key of this module in the data on the wire. */
  netKey: string
  /** Names of fields that are not carried; objects of this type then take edits of single fields only. */
  leftOut?: string[]
  /** Of `comment`. */
  texts?: TextsByLanguage
  /** Of the labels in `names`, by field name. */
  nameTexts?: TextsByLanguage
}

export interface Tip {
  type: string
  keyTip: string
  diffInfo: string
  doc: string
  /** Of `keyTip` and `doc`. */
  texts?: TextsByLanguage
}

export interface ProtocolDefinition {
  md5?: string
  diffInfos: Record<string, DiffInfo>
  protocols: Tip[]
  /** Names of types and modules that are not carried at all. */
  leftOut?: string[]
}

/** A field name, an element's key, or an index of a list. */
export type PathSegment = string | number

/** One edit of a player's data: `key` is the row's key as text, `old` stands for set and remove. */
export interface Change {
  diff: string
  key?: string
  path: PathSegment[]
  op: 'set' | 'add' | 'remove'
  value?: unknown
  old?: unknown
}

/** One entry of a change list (S3.10): `d` a net key, `change` JSON text. */
export interface CChange {
  d: string
  change: string
}

/** `{netKey: object}` for single objects, `{netKey: {key: row}}` for tables; int64 as text. */
export type PlayerData = Record<string, unknown>
