import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TargetRef } from '@qd/contract-kit'
import { DEFAULT_BASES, parseUId, uIdOf } from '@qd/game-id'
import type { Catalogue, CataloguePlace, Resolution, ServerRecord } from '@qd/server-kit'
import { catalogueOf, testSeed } from '@qd/app-server/testing/places'
import { resolveTarget } from './resolve-target.ts'

const SEED = 20_261_121
const secondGame = {
  ...testSeed,
  game: { id: 'ember', name: '余烬', code: 'ember' },
  operators: [
    { ...testSeed.operators[1]!, lines: [{ ...testSeed.operators[1]!.lines[0]!, lineId: 'ember-test' }] },
  ],
}
const one = catalogueOf(testSeed)
const two = catalogueOf(testSeed, secondGame)

const resolve = (target: TargetRef, catalogue = one) =>
  resolveTarget({ catalogue, moved: new Map() }, DEFAULT_BASES, target)

/** A resolution in one line: what tests compare. */
function told(resolution: Resolution): string {
  if (resolution.kind === 'invalid') return `invalid ${resolution.error.def.code} ${resolution.error.field}`
  const paths = (places: readonly CataloguePlace[]) =>
    places.map(
      ({ game, operator, lineId, sId }) => [game, operator, lineId, sId].filter(Boolean).join('/') || '*',
    )
  if (resolution.kind === 'disagree') return ['disagree', ...paths(resolution.below ?? [])].join(' below ')
  const missing = resolution.missing === undefined ? '' : `${resolution.missing.code} below `
  const elsewhere = resolution.elsewhere?.length ? ` instead at ${paths(resolution.elsewhere).join(' ')}` : ''
  return `${missing}${paths(resolution.places).join(' ')}${elsewhere}`
}

const cases: [string, TargetRef, string][] = [
  ['nothing', {}, '*'],
  ['a game', { game: 'lantern' }, 'lantern'],
  ['an unknown game', { game: 'nix' }, 'game_not_found below *'],
  ['an operator', { game: 'lantern', operator: 'harbour' }, 'lantern/harbour'],
  ['an operator without its game', { operator: 'harbour' }, 'lantern/harbour'],
  ['an unknown operator', { game: 'lantern', operator: 'nix' }, 'operator_not_found below lantern'],
  ['a line', { lineId: 'harbour-dev' }, 'lantern/harbour/harbour-dev'],
  ['a line by its code', { operator: 'harbour', lineId: 'prod' }, 'lantern/harbour/harbour-prod'],
  ['a line code without operator', { lineId: 'prod' }, 'line_not_found below *'],
  [
    "another operator's line",
    { operator: 'harbour', lineId: 'northwind-test' },
    'line_not_found below lantern/harbour instead at lantern/northwind/northwind-test',
  ],
  ['a uId', { uId: '30123000045' }, 'lantern/northwind/northwind-test/123'],
  ['a uId as a number', { uId: 30_123_000_045 }, 'lantern/northwind/northwind-test/123'],
  ['a uId with blanks and leading zeros', { uId: ' 030123000045 ' }, 'lantern/northwind/northwind-test/123'],
  ['the same server id of another platform', { uId: '10123000045' }, 'lantern/harbour/harbour-dev/123'],
  ['a uId of no server', { uId: '30777000045' }, 'player_not_found below lantern/northwind'],
  ['a uId of no platform', { uId: '90123000045' }, 'player_not_found below *'],
  ['a bare sId', { sId: 11 }, 'lantern/harbour/harbour-prod/11'],
  [
    'an ambiguous sId',
    { sId: '123' },
    'lantern/harbour/harbour-dev/123 lantern/northwind/northwind-test/123',
  ],
  ['an sId made clear by its line', { sId: 123, lineId: 'harbour-dev' }, 'lantern/harbour/harbour-dev/123'],
  ['an unknown sId', { sId: 9 }, 'server_not_found below *'],
  [
    'an unknown sId of a line',
    { sId: 9, lineId: 'harbour-dev' },
    'server_not_found below lantern/harbour/harbour-dev',
  ],
  [
    "another line's sId",
    { sId: 11, lineId: 'harbour-dev' },
    'server_not_found below lantern/harbour/harbour-dev instead at lantern/harbour/harbour-prod/11',
  ],
  ['uId and sId that agree', { uId: '30123000045', sId: 123 }, 'lantern/northwind/northwind-test/123'],
  ['uId and sId that differ', { uId: '30123000045', sId: 124 }, 'disagree'],
  [
    'uId and line that differ',
    { uId: '30123000045', lineId: 'harbour-dev' },
    'disagree below lantern/harbour/harbour-dev',
  ],
  [
    'uId and operator that differ',
    { uId: '30123000045', operator: 'harbour' },
    'disagree below lantern/harbour',
  ],
  ['sId 0', { sId: 0 }, 'invalid server_required sId'],
  ['sId -1', { sId: -1 }, 'invalid field_invalid sId'],
  ['sId as a list', { sId: ['1'] }, 'invalid field_invalid sId'],
  ['uId 0', { uId: '0' }, 'invalid uid_invalid uId'],
  ['uId negative', { uId: '-30123000045' }, 'invalid uid_invalid uId'],
  ['uId 2^53+1 as a number', { uId: 2 ** 53 + 2 }, 'invalid uid_invalid uId'],
  ['uId as text', { uId: 'abc' }, 'invalid uid_invalid uId'],
  ['uId as a list', { uId: ['30123000045'] }, 'invalid uid_invalid uId'],
  ['lineId as an object', { lineId: {} }, 'invalid field_invalid lineId'],
  ['a prototype key as line', { lineId: '__proto__' }, 'line_not_found below *'],
]

describe('resolveTarget', () => {
  it.each(cases)('resolves %s', (_name, target, expected) => {
    expect(told(resolve(target))).toBe(expected)
  })

  it('keeps two games with the same platform apart until one is named', () => {
    expect(told(resolve({ uId: '30123000045' }, two))).toBe(
      'lantern/northwind/northwind-test/123 ember/northwind/ember-test/123',
    )
    expect(told(resolve({ uId: '30123000045', game: 'ember' }, two))).toBe('ember/northwind/ember-test/123')
  })

  it('gives a server without addresses or key', () => {
    const found = resolve({ sId: 11 })
    expect(JSON.stringify(found)).not.toMatch(/connection|apiUrl|sealed/)
  })

  it('finds the one server of every uId by platform first, then server', () => {
    const server = fc.constantFrom(...one.servers)
    fc.assert(
      fc.property(server, fc.integer({ min: 0, max: 999_999 }), ({ platform, sId, key }, sequence) => {
        const uId = uIdOf({ platform, sId, sequence })
        const found = resolve({ uId })
        expect(found.kind === 'places' && found.places.map((place) => place.server?.key)).toEqual([key])
        expect(found.kind === 'places' && found.places[0]?.uId).toBe(uId)
      }),
      { seed: SEED },
    )
  })

  it('never throws, whatever a query holds', () => {
    const anything = fc.option(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), {
      nil: undefined,
    })
    const target = fc.record({
      game: anything,
      operator: anything,
      lineId: anything,
      sId: anything,
      uId: anything,
    })
    fc.assert(
      fc.property(target, (each) => {
        expect(['places', 'invalid', 'disagree']).toContain(resolve(each).kind)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})

/** The servers that satisfy every part of a target, worked out the slow way. */
function satisfying(catalogue: Catalogue, target: TargetRef): ServerRecord[] {
  const player = target.uId === undefined ? null : parseUId(target.uId)
  return catalogue.servers.filter((server) => {
    const line = catalogue.lines.find((each) => each.lineId === server.lineId)
    const isLine =
      target.lineId === undefined ||
      target.lineId === server.lineId ||
      (target.operator !== undefined && target.lineId === line?.lineCode)
    const isPlayers =
      player === null || (player.ok && player.platform === server.platform && player.sId === server.sId)
    const isNamed =
      (target.game ?? server.game) === server.game && (target.operator ?? server.operator) === server.operator
    return isLine && isPlayers && isNamed && (target.sId ?? server.sId) === server.sId
  })
}

describe('resolveTarget against a model', () => {
  const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
  const target = fc.record({
    game: maybe('lantern', 'ember', 'nix'),
    operator: maybe('harbour', 'northwind', 'nix'),
    lineId: maybe('harbour-dev', 'harbour-prod', 'northwind-test', 'ember-test', 'dev', 'test', 'nix'),
    sId: maybe(1, 11, 123, 124, 777),
    uId: maybe(
      '10001000001',
      '10011000001',
      '10123000001',
      '30123000045',
      '30124000001',
      '30777000001',
      '90123000045',
    ),
  })

  it('finds exactly the servers that satisfy every named part', () => {
    fc.assert(
      fc.property(target, (each) => {
        fc.pre(each.sId !== undefined || each.uId !== undefined)
        const expected = satisfying(two, each).map((server) => server.key)
        const found = resolve(each, two)
        const isFound = found.kind === 'places' && found.missing === undefined
        const keys = isFound ? found.places.map((place) => place.server?.key) : []
        expect(keys.toSorted()).toEqual(expected.toSorted())
      }),
      { seed: SEED, numRuns: 3000 },
    )
  })
})
