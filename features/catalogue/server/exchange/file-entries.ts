import { FRAME_PRESETS } from '@qd/game-frame'
import { z, schemas } from '@qd/contract-kit'
import {
  channelRecord,
  codeText,
  connectionFields,
  gameBases,
  hashKeyText,
  labelList,
  nameText,
  openAddressList,
  platformNumber,
  serverNumber,
} from '../../contract/index.ts'

/** A layout is written out, or named when it is a preset. */
const codec = z.pipe(
  z.transform((given: unknown) => (typeof given === 'string' ? (FRAME_PRESETS.get(given) ?? given) : given)),
  connectionFields.codec,
)

export const ENTRY_SCHEMAS = {
  game: z.object({ game: codeText, name: nameText, code: codeText, uIdBases: z.optional(gameBases) }),
  operator: z.object({ game: codeText, partnerCode: codeText, platform: platformNumber, name: nameText }),
  line: z.object({
    game: codeText,
    partnerCode: codeText,
    lineId: codeText,
    lineCode: codeText,
    name: nameText,
    environment: schemas.environment,
    channels: z.array(channelRecord).check(z.maxLength(500)),
  }),
  server: z.object({
    game: codeText,
    partnerCode: codeText,
    lineId: codeText,
    sId: serverNumber,
    serviceName: nameText,
    openedAt: z.nullable(z.int().check(z.gte(0), z.lte(253_402_300_799_999))),
    ...connectionFields,
    codec,
    hashKey: z.optional(hashKeyText),
    labels: z.optional(labelList),
    openAddresses: z.optional(openAddressList),
    enabled: z.boolean(),
  }),
} as const

/** What a record that says nothing of a field means by it. */
export const ENTRY_DEFAULTS: Readonly<Record<keyof typeof ENTRY_SCHEMAS, object>> = {
  game: {},
  operator: {},
  line: { channels: [] },
  server: {
    openedAt: null,
    ws: '',
    allowPlain: false,
    allowPrivate: false,
    allowLoopback: false,
    enabled: true,
  },
}

export type EntryKind = keyof typeof ENTRY_SCHEMAS
export type EntryValues = { [K in EntryKind]: z.output<(typeof ENTRY_SCHEMAS)[K]> }

/** One record of a file before anybody looked whether it is right. */
export interface FileEntry {
  line: number
  kind: EntryKind
  values: Record<string, unknown>
}
