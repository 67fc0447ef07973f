import { createCatalogue, serverKey } from '@qd/server-kit'
import type { Catalogue, LineRecord, ServerRecord } from '@qd/server-kit'
import type { CatalogueSeed } from '@qd/catalogue/server'

/** Two operators with a server id in common, one of them with two lines. */
export const testSeed: CatalogueSeed = {
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
          servers: [
            { sId: 1, serviceName: '晨雾码头' },
            { sId: 123, serviceName: '旧灯塔' },
          ],
        },
        {
          lineId: 'harbour-prod',
          lineCode: 'prod',
          name: '正式线',
          environment: 'production',
          servers: [{ sId: 11, serviceName: '白帆湾' }],
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
            { sId: 123, serviceName: '潮汐之门' },
            { sId: 124, serviceName: '琥珀礁' },
          ],
        },
      ],
    },
  ],
  channels: [
    { code: 'official', name: '官方' },
    { code: 'taptap', name: 'TapTap' },
  ],
}

function serversOf(
  game: string,
  platform: number,
  line: LineRecord,
  sIds: readonly number[],
): ServerRecord[] {
  return sIds.map((sId) => ({
    key: serverKey(game, platform, sId),
    game,
    operator: line.operator,
    platform,
    lineId: line.lineId,
    environment: line.environment,
    sId,
    serviceName: `S${sId}`,
    openedAt: null,
    adapter: 'standard',
    labels: [],
    codec: '{}',
  }))
}

/** The catalogue of one or more seeds without any store. */
export function catalogueOf(...seeds: CatalogueSeed[]): Catalogue {
  const lines: LineRecord[] = []
  const servers: ServerRecord[] = []
  for (const { game, operators, channels } of seeds) {
    for (const operator of operators) {
      for (const { servers: own, ...rest } of operator.lines) {
        const line = { ...rest, game: game.id, operator: operator.partnerCode, channels }
        lines.push(line)
        const sIds = own.map(({ sId }) => sId)
        servers.push(...serversOf(game.id, operator.platform, line, sIds))
      }
    }
  }
  return createCatalogue({
    games: seeds.map(({ game }) => game),
    operators: seeds.flatMap(({ game, operators }) =>
      operators.map(({ partnerCode, name, platform }) => ({ game: game.id, partnerCode, name, platform })),
    ),
    lines,
    servers,
  })
}
