import { z } from '@qd/contract-kit'
import type { RouteArgs } from '@qd/contract-kit'
import { connectionFields, hashKeyText, labelList, nameText, openAddressList } from '../../contract/index.ts'
import type { saveServer, ServerEntry, testServer } from '../../contract/index.ts'
import { DEFAULT_CODEC, codecText, codecToText } from './codec-text.ts'

/** Fields of a server's form; the layout is its JSON. */
export const serverSchema = z.object({
  sId: z.int().check(z.gte(1), z.lte(999_999_999)),
  serviceName: nameText,
  openedAt: z.nullable(z.number()),
  lineId: z.string(),
  labels: labelList,
  openAddresses: openAddressList,
  apiUrl: connectionFields.apiUrl.check(z.minLength(1)),
  serverId: connectionFields.serverId,
  keyId: connectionFields.keyId,
  hashKey: z.optional(hashKeyText),
  ws: connectionFields.ws,
  codec: codecText,
  allowPlain: z.boolean(),
  allowPrivate: z.boolean(),
  allowLoopback: z.boolean(),
  enabled: z.boolean(),
})
export type ServerInput = z.input<typeof serverSchema>
export type ServerOutput = z.output<typeof serverSchema>

export function serverInput(record: ServerEntry | undefined, lineId: string): ServerInput {
  return {
    sId: record?.sId as number,
    serviceName: record?.serviceName ?? '',
    openedAt: record?.openedAt ?? null,
    lineId,
    labels: record?.labels ?? [],
    openAddresses: record?.openAddresses ?? [],
    apiUrl: record?.apiUrl ?? 'https://',
    serverId: record?.serverId ?? '',
    keyId: record?.keyId ?? '',
    hashKey: undefined,
    ws: record?.ws ?? '',
    codec: record === undefined ? DEFAULT_CODEC : codecToText(record.codec),
    allowPlain: record?.allowPlain ?? false,
    allowPrivate: record?.allowPrivate ?? false,
    allowLoopback: record?.allowLoopback ?? false,
    enabled: record?.enabled ?? true,
  }
}

/** The body of the save. */
export function saveBody(
  values: ServerOutput,
  record: ServerEntry | undefined,
  lineId: string,
): RouteArgs<typeof saveServer>['body'] {
  const { lineId: toLineId, ...rest } = values
  return {
    ...rest,
    lineId,
    ...(toLineId === lineId ? {} : { toLineId }),
    revision: record?.revision ?? 0,
  }
}

export function testBody(values: ServerOutput, lineId: string): RouteArgs<typeof testServer>['body'] {
  const {
    lineId: _to,
    openedAt: _at,
    serviceName: _name,
    enabled: _enabled,
    labels: _labels,
    openAddresses: _addresses,
    ...rest
  } = values
  return { ...rest, lineId }
}
