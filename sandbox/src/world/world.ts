import { ACCOUNTS } from './accounts.ts'
import type { WorldAccount } from './accounts.ts'
import { PROJECTS } from './projects.ts'
import type { WorldProject } from './projects.ts'
import type { WorldEnvironment } from './world-environment.ts'

export interface WorldServer {
  sId: number
  serviceName: string
  /** What the console's lists can be filtered by. */
  labels: readonly string[]
  /** A server that is off stays off until somebody starts it. */
  isOn: boolean
  /** Game clock minus real clock on the first start, in milliseconds. */
  initialOffsetMs: number
}

export interface WorldLine {
  /** Stable text id, also the segment of a scope path. */
  lineId: string
  lineCode: string
  name: string
  environment: WorldEnvironment
  servers: readonly WorldServer[]
}

export interface WorldOperator {
  partnerCode: string
  name: string
  /** A uId divided by 1e10 (S9.05). */
  platform: number
  lines: readonly WorldLine[]
}

export interface WorldChannel {
  code: string
  name: string
}

export interface WorldCrossGroup {
  name: string
  value: string
  hub: number
  members: readonly number[]
}

export interface World {
  game: { id: string; name: string; code: string }
  operators: readonly WorldOperator[]
  /** Every line offers the same channels. */
  channels: readonly WorldChannel[]
  crossGroups: readonly WorldCrossGroup[]
  accounts: readonly WorldAccount[]
  /** Projects of the console's menu. */
  projects: readonly WorldProject[]
  /** The password of all five accounts; they exist only on loopback. */
  accountPassword: string
}

const DAY_MS = 86_400_000

function server(sId: number, serviceName: string, rest: Partial<WorldServer> = {}): WorldServer {
  return { sId, serviceName, labels: [], isOn: true, initialOffsetMs: 0, ...rest }
}

/** The whole world of the sandbox as plain data, for the game servers and for the console's seeding. */
export const world: World = {
  game: { id: 'lantern', name: '灯海', code: 'lantern' },
  operators: [
    {
      partnerCode: 'harbour',
      name: '自营 Harbour',
      platform: 1,
      lines: [
        {
          lineId: 'harbour-dev',
          lineCode: 'dev',
          name: '开发线',
          environment: 'dev',
          servers: [server(1, '晨雾码头'), server(2, '旧灯塔')],
        },
        {
          lineId: 'harbour-prod',
          lineCode: 'prod',
          name: '正式线',
          environment: 'production',
          servers: [server(11, '白帆湾', { labels: ['推荐'] }), server(12, '长夜海峡', { isOn: false })],
        },
      ],
    },
    {
      partnerCode: 'northwind',
      name: 'Northwind',
      platform: 3,
      lines: [
        {
          lineId: 'northwind-test',
          lineCode: 'test',
          name: '测试线',
          environment: 'test',
          servers: [
            server(123, '潮汐之门', { initialOffsetMs: DAY_MS, labels: ['新服'] }),
            server(124, '琥珀礁'),
          ],
        },
      ],
    },
  ],
  channels: [
    { code: 'official', name: '官网' },
    { code: 'taptap', name: 'TapTap' },
    { code: 'appstore', name: 'App Store' },
    { code: 'google', name: 'Google Play' },
  ],
  crossGroups: [
    { name: '潮汐联赛', value: 'tide-league', hub: 123, members: [123, 124] },
    { name: '码头联赛', value: 'quay-league', hub: 1, members: [1, 2] },
    { name: '远海联赛', value: 'ocean-league', hub: 11, members: [11, 12] },
  ],
  accounts: ACCOUNTS,
  projects: PROJECTS,
  accountPassword: 'quarterdeck-sandbox',
}
