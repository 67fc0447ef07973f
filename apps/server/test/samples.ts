import { bodyTypeOf } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { plainConfig } from '@qd/redis/contract'
import { aCodeBatch } from '../testing/a-code-batch.ts'

export const PLACES = {
  own: { uId: '30123000045', sId: '123', lineId: 'northwind-test', partnerCode: 'northwind' },
  foreign: { uId: '10011000003', sId: '11', lineId: 'harbour-prod', partnerCode: 'harbour' },
  missing: { uId: '90999000001', sId: '999', lineId: 'no-such-line', partnerCode: 'nobody' },
} as const
export type PlaceName = keyof typeof PLACES

/** Of redemption codes. */
const CODES = {
  batchId: 'no-such-batch',
  roleId: 'no-such-role',
  attributes: {},
  requestId: 'matrix-request',
  reservation: 'no-such-reservation',
  expires: '1790000000000',
  sign: 'x'.repeat(22),
  draft: aCodeBatch({ name: 'matrix', quantity: 1, gift: [{ number: '1', quantity: '1' }] }),
}

const REDIS_CONFIG = plainConfig({ name: 'matrix', host: 'redis.invalid' })

const REDIS = {
  connectionId: 'no-such-connection',
  config: REDIS_CONFIG,
  connConfig: { id: 'no-such-connection' },
  command: 'PING',
  selection: { kind: 'pattern', pattern: 'matrix:*' },
  edit: { kind: 'remove' },
  change: { kind: 'resetStatistics' },
  aclChange: { kind: 'resetAclLog' },
  functionsChange: { kind: 'flushScripts' },
  query: '*',
  scripts: [],
  args: ['PING'],
  console: 'no-such-console',
  viewerId: 'no-such-viewer',
  decoderId: 'no-such-decoder',
  layoutId: 'no-such-layout',
  viewer: {
    keyPattern: 'matrix:*',
    fieldPattern: '',
    compression: 'auto',
    format: 'auto',
    message: '',
    decoderId: '',
  },
  module: 'AGFzbQ==',
}

const NOWHERE = {
  editId: 'no-such-edit',
  editIds: ['no-such-edit'],
  jobId: 'no-such-job',
  scheduleId: 'no-such-schedule',
  scenarioId: 'no-such-scenario',
  reviewId: 'no-such-review',
  items: [1],
}

const WAYS = { allowPlain: false, allowPrivate: false, allowLoopback: false }

const ITEMS = {
  number: '7',
  numbers: ['7'],
  quantity: '5',
  entries: [{ number: '7', quantity: '5' }],
  rate: { per: '1000', worth: '1' },
}

const APPROVALS = {
  // Not gated, whoever asks.
  route: 'POST /platform/approvals/list',
  hash: 'a'.repeat(64),
  fingerprint: 'a'.repeat(64),
  month: '2026-11',
  note: 'matrix',
  worth: { atLeast: '0', isComplete: true },
  effects: { known: [], isComplete: true },
  to: 'nobody-here',
  votes: [{ id: 'no-such-id', hash: 'a'.repeat(64) }],
  policy: {
    name: 'matrix',
    isActive: false,
    match: { effects: [], types: [], environments: [], scopes: [], leastRisk: 'R4', limits: null },
    stages: [{ name: 'matrix', need: 1, groups: [] }],
    differentPeople: true,
    decideWithinHours: 1,
  },
}

/** Values of fields that name a place or want a certain form; all others are made from their schema. */
function known(place: PlaceName): Record<string, unknown> {
  const { uId, sId, lineId, partnerCode } = PLACES[place]
  return {
    uId,
    sId,
    lineId,
    partnerCode,
    lineCode: lineId,
    game: place === 'missing' ? 'no-such-game' : 'lantern',
    username: 'nobody-here',
    password: 'wrong-password-1',
    oldPassword: 'wrong-password-2',
    code: 'x'.repeat(43),
    name: 'Somebody',
    department: '',
    phone: '',
    sex: '',
    deviceId: 'matrix',
    version: '1',
    changes: [{ diff: 'RoleInfo', path: ['name'], op: 'set', value: 'x', old: 'y' }],
    reason: 'matrix',
    idempotencyKey: `matrix-${Math.random()}`,
    ...NOWHERE,
    compareTo: 'no-such-run',
    afterMs: 1_000,
    timing: { rule: { kind: 'daily', at: '09:00' }, zone: 'UTC', overlap: 'skip', missed: 'skip' },
    fileId: 'no-such-file',
    recordId: 'no-such-record',
    savedId: 'no-such-request',
    message: 'matrix.Request',
    keptId: 'no-such-time-line',
    ...CODES,
    ...REDIS,
    ...APPROVALS,
    record: 'no-such-record',
    id: 'no-such-id',
    ids: ['no-such-id'],
    upTo: 1,
    kind: 'no.such.kind',
    kinds: ['no.such.kind'],
    address: 'nobody@games.example',
    mailCode: '000000',
    title: 'matrix',
    q: 'matrix',
    base: '1',
    reach: 'line',
    uIds: [uId],
    // Of a mail: a language, and what it is called by in every field that has one.
    fallback: 'cn',
    fileIds: ['no-such-file'],
    columns: { uId: 0, hasHead: true },
    playerObj: [],
    seq: 1,
    sessionId: 'no-such-session',
    tokenId: 'no-such-token',
    tokenName: 'matrix',
    expiresAt: 1,
    grants: [{ scope: '*', environment: '*', codes: ['no.such.code'] }],
    // Nobody saw this revision: what is asked is refused after the guard let it pass.
    revision: 99,
    platform: 9_999,
    environment: 'test',
    channels: [],
    order: ['nobody'],
    sIds: [9_999],
    enabled: false,
    serviceName: 'matrix',
    openedAt: null,
    apiUrl: 'https://game.invalid',
    serverId: 'matrix',
    keyId: 'matrix',
    hashKey: 'matrix',
    ws: '',
    codec: QD1,
    ...WAYS,
    format: 'json',
    fileType: 'jsonl',
    text: '{"games":[]}',
    apply: false,
    url: 'https://kb.example.org/',
    ident: 'matrix',
    userId: 'no-such-user',
    otherId: 'no-such-user',
    action: '0'.repeat(64),
    groupId: 'no-such-group',
    role: 'reader',
    scope: '*',
    key: 'table.matrix',
    page: 'matrix',
    isShared: false,
    path: '/gm/v1/time',
    hash: '0'.repeat(64),
    against: '0'.repeat(64),
    sha256: '0'.repeat(64),
    bodySha256: '0'.repeat(64),
    ...ITEMS,
    clock: { real: 0, game: 0, offset: 0, zone: 'UTC' },
  }
}

interface Shaped {
  _zod: {
    def: {
      type: string
      innerType?: Shaped
      in?: Shaped
      out?: Shaped
      element?: Shaped
      options?: Shaped[]
      shape?: Record<string, Shaped>
      entries?: Record<string, string>
      values?: unknown[]
    }
    bag?: { minimum?: number }
  }
}

/** The plainest value a schema takes, as far as its kind tells. */
function plainest(schema: Shaped, place: PlaceName): unknown {
  const { def, bag } = schema._zod
  // What a transform takes nobody can tell: what it makes is taken as well.
  const piped = def.in?._zod.def.type === 'transform' ? def.out : def.in
  const inner = def.innerType ?? piped ?? def.options?.[0]
  if (def.type === 'nullable') return null
  if (def.type === 'string') return 'x'.repeat(bag?.minimum ?? 0)
  if (def.type === 'number') return Math.max(bag?.minimum ?? 1, 1)
  if (def.type === 'boolean') return true
  if (def.type === 'array') return []
  if (def.type === 'record') return {}
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0]
  if (def.type === 'literal') return def.values?.[0]
  if (def.type === 'object') return fill(schema, place)
  return inner === undefined ? 'x' : plainest(inner, place)
}

/** A value for a field: the one known under its name where that fits its kind, else the plainest. */
export function sample(field: string, place: PlaceName, schema?: unknown): unknown {
  const values = known(place)
  const plain = schema === undefined ? undefined : plainest(schema as Shaped, place)
  if (!(field in values)) return plain === undefined ? 'x' : plain
  const value = values[field]
  const isNumeric = typeof plain === 'number' && typeof value === 'string'
  if (isNumeric && Number.isSafeInteger(Number(value))) return Number(value)
  // One name may mean different things: grants of a token, grants of a user.
  return fits(schema, plain) && !fits(schema, value) ? plain : value
}

export function fits(schema: unknown, value: unknown): boolean {
  const { safeParse } = (schema ?? {}) as { safeParse?: (value: unknown) => { success: boolean } }
  return safeParse === undefined || safeParse(value).success
}

/** Fields of an object schema, through optional and nullable. */
export function shapeOf(schema: unknown): Record<string, Shaped> {
  let current = schema as Shaped | undefined
  while (current !== undefined && ['optional', 'nullable'].includes(current._zod.def.type)) {
    current = current._zod.def.innerType
  }
  return current?._zod.def.shape ?? {}
}

/** Required fields, and those optional ones that name the target. */
export function fill(schema: unknown, place: PlaceName): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [field, part] of Object.entries(shapeOf(schema))) {
    const isOptional = part._zod.def.type === 'optional'
    if (!isOptional || field === 'lineId' || field === 'uId') filled[field] = sample(field, place, part)
  }
  return filled
}

/** The header a body of this call is sent with; without a text the JSON is all of it. */
export const typeOf = (route: AnyRoute) => ({ 'content-type': bodyTypeOf(route) })

/** The path with its parameters about a place. */
export function pathOf(route: AnyRoute, place: PlaceName): string {
  return route.path.replace(/:(\w+)/g, (_whole: string, name: string) => String(sample(name, place)))
}
