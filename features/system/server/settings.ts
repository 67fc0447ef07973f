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
    menuProjects: z.array(menuProject).check(z.maxLength(1000)),
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
  menuProjects: [],
}
