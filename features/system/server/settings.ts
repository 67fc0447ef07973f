import { z } from '@qd/contract-kit'
import { PLATFORM_BASE, SERVER_BASE } from '@qd/game-id'
import { menuProject } from '@qd/menu/contract'
import { link } from '../contract/index.ts'

const text = z.string().check(z.maxLength(500))
const bots = z.int().check(z.gte(0), z.lte(50_000))
const base = z.int().check(z.gte(2))
/** An own path, a place inside the page, or a web address; never a script. */
const ADDRESS = /^(\/|#\/|https?:\/\/|wss?:\/\/)\S*$/
/** What the console itself opens as a game's socket. */
const SOCKET = /^wss?:\/\/[^\s/]\S*$/
const address = z.string().check(z.maxLength(2000), z.regex(ADDRESS))
const addressOrNone = z.union([z.literal(''), address])
const safeLink = z.extend(link, { name: text, url: address, target: z.optional(z.enum(['_self', '_blank'])) })

const port = z.int().check(z.gte(1), z.lte(65_535))
const flag = z.prefault(z.boolean(), false)
const short = z.prefault(z.string().check(z.maxLength(255)), '')
const socketPath = z.string().check(z.maxLength(300), z.regex(/^\/\S+$/))

/** A connection of the Redis manager. No password stands here: `passwordEnv` names the variable that holds it. */
const redisConnection = z.strictObject({
  lineId: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  mode: z.prefault(z.enum(['standalone', 'cluster', 'sentinel']), 'standalone'),
  host: short,
  port: z.prefault(port, 6379),
  socketPath: z.prefault(z.union([z.literal(''), socketPath]), ''),
  username: short,
  passwordEnv: z.prefault(z.string().check(z.maxLength(100), z.regex(/^([A-Za-z_]\w*)?$/)), ''),
  sentinel: z.prefault(
    z.nullable(
      z.strictObject({
        nodes: z
          .array(z.strictObject({ host: z.string().check(z.minLength(1), z.maxLength(255)), port }))
          .check(z.minLength(1), z.maxLength(20)),
        master: z.string().check(z.minLength(1), z.maxLength(255)),
        username: short,
      }),
    ),
    null,
  ),
  tls: flag,
  readOnly: flag,
  separators: z.prefault(z.array(z.string().check(z.minLength(1), z.maxLength(8))).check(z.maxLength(5)), [
    ':',
  ]),
  group: z.prefault(z.string().check(z.maxLength(64)), ''),
  tags: z.prefault(z.array(z.string().check(z.minLength(1), z.maxLength(32))).check(z.maxLength(20)), []),
  allowLoopback: flag,
  allowPrivate: flag,
})

/** Everything the settings file may say (S3.14); a key that is not here stops the start. */
export const settingsSchema = z
  .strictObject({
    menus: z.array(safeLink).check(z.maxLength(200)),
    extMenus: z.array(safeLink).check(z.maxLength(200)),
    PLATFORM_BASE_NUM: base,
    SID_BASE_NUM: base,
    ws: address,
    configApi: address,
    hashApi: address,
    routeApi: address,
    adjustUrl: address,
    newUserUrl: address,
    yapi: addressOrNone,
    jsonDeep: z.int().check(z.gte(0), z.lte(20)),
    jsonExpand: z.int().check(z.gte(0), z.lte(20)),
    project: z.literal('wstool'),
    protocol: z.literal('protobuf'),
    logCollectorUrl: addressOrNone,
    mirrorUrl: addressOrNone,
    userWs: z.union([z.literal(''), z.string().check(z.maxLength(2000), z.regex(SOCKET))]),
    /** Most bots at once, by environment. */
    botsMax: z.strictObject({ dev: bots, test: bots, staging: bots, production: bots }),
    /** How often the items of all lines are read, in minutes; 0: only when somebody asks. */
    itemSyncMinutes: z.int().check(z.gte(0), z.lte(1_440)),
    menuProjects: z.array(menuProject).check(z.maxLength(1000)),
    redis: z.strictObject({
      /** Unix sockets that connections may go to. */
      sockets: z.prefault(z.array(socketPath).check(z.maxLength(50)), []),
      /** Added to their lines at the start, by name. */
      connections: z.prefault(z.array(redisConnection).check(z.maxLength(1000)), []),
    }),
  })
  .check(
    z.refine((settings) => settings.PLATFORM_BASE_NUM > settings.SID_BASE_NUM, {
      path: ['SID_BASE_NUM'],
      error: 'must be smaller than PLATFORM_BASE_NUM',
    }),
  )
export type Settings = z.infer<typeof settingsSchema>

/** What holds where the file says nothing; paths as S7.26, numbers as S9.05 and S9.06. */
export const DEFAULT_SETTINGS: Settings = {
  menus: [],
  extMenus: [],
  PLATFORM_BASE_NUM: PLATFORM_BASE,
  SID_BASE_NUM: SERVER_BASE,
  ws: '/live',
  configApi: '/adjust/wstool/config',
  hashApi: '/adjust/wstool/getHash',
  routeApi: '/adjust/downloadProto',
  adjustUrl: '/adjust/index',
  newUserUrl: '/adjust/newUser',
  yapi: '',
  jsonDeep: 2,
  jsonExpand: 3,
  project: 'wstool',
  protocol: 'protobuf',
  logCollectorUrl: '',
  mirrorUrl: '',
  userWs: '',
  botsMax: { dev: 20_000, test: 20_000, staging: 10_000, production: 500 },
  itemSyncMinutes: 60,
  menuProjects: [],
  redis: { sockets: [], connections: [] },
}
