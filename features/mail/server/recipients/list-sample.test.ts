import type { CatalogueServer } from '@qd/server-kit'
import { expect, test } from 'vitest'
import { ListSample } from './list-sample.ts'

const server: CatalogueServer = {
  key: 'lantern:3:123',
  game: 'lantern',
  operator: 'northwind',
  platform: 3,
  lineId: 'northwind-test',
  environment: 'test',
  sId: 123,
  serviceName: 'S123',
}

test.each([
  [0, []],
  [1, ['1']],
  [2, ['1', '2']],
  [3, ['1', '2', '3']],
  [4, ['1', '3', '4']],
  [5, ['1', '3', '5']],
  [8, ['1', '7', '8']],
  [1_000, ['1', '511', '1000']],
])('of %i players it shows the first, one on the way and the last', (count, wanted) => {
  const sample = new ListSample()
  for (let at = 1; at <= count; at += 1) sample.add({ server, recipient: { uId: String(at) } })
  expect(sample.told().map(({ player }) => player)).toEqual(wanted)
})

test('it shows a player who is known by their role, with their own words', () => {
  const sample = new ListSample()
  sample.add({ server, recipient: { roleId: 'r7', vars: { name: 'Ann' } } })
  expect(sample.told()).toEqual([{ sId: 123, player: '@r7', vars: { name: 'Ann' } }])
})
