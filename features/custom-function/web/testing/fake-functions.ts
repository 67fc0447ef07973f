import { propertyList, upperLimitList } from '@qd/properties/contract'
import { channelList, lookup, serverList, serverTime } from '@qd/scope/contract'
import { fake } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import {
  dryRunFunction,
  functionGroups,
  functionList,
  functionRuns,
  runFunctionNow,
} from '../../contract/index.ts'
import { U_ID, addItem, countOnline, listOf, planOf, welcome } from './sample-functions.ts'

/** A server with three functions and one player; tests replace the answers they are about. */
export function fakeFunctions(): FakeRoute[] {
  const found = { id: U_ID, sId: 123, name: '岚夜听潮', level: 72, online: true, channel: 'taptap' }
  return [
    fake(lookup, () => ({ ...found, game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test' })),
    fake(propertyList, () => [
      { number: '10007', name: '潮汐晶石', type: { code: '1', name: '材料' } },
      { number: '20001', name: '旧船票', type: { code: '2', name: '凭证' } },
      { number: '10008', name: '海盐', type: { code: '1', name: '材料' } },
    ]),
    fake(upperLimitList, () => [{ number: '10007', quantity: '5000' }]),
    fake(serverList, () => []),
    fake(channelList, () => []),
    fake(serverTime, () => ({ timestamp: 1, real: 1, offset: 0, zone: 480 })),
    fake(functionGroups, () => ({ list: [{ id: 'g1', name: '客服组' }] })),
    fake(functionList, () => listOf([addItem, countOnline, welcome])),
    fake(functionRuns, () => ({ list: [], more: false })),
    fake(dryRunFunction, () => planOf()),
    fake(runFunctionNow, () => ({
      runId: 'r1',
      status: 'done' as const,
      replayed: false,
      steps: [
        {
          step: 0,
          kind: 'command' as const,
          title: '发放道具',
          status: 'done' as const,
          text: '已发放 10 个',
        },
      ],
    })),
  ]
}
