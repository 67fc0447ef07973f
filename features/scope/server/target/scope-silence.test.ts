import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { defineRoute, holds, reaches, scopePath, z } from '@qd/contract-kit'
import type { Grant, TargetRef } from '@qd/contract-kit'
import { DEFAULT_BASES } from '@qd/game-id'
import { createCatalogue, serve } from '@qd/server-kit'
import type { Catalogue, ServerFeature } from '@qd/server-kit'
import { aCaller, createTestApp } from '@qd/server-kit/testing'
import { catalogueOf, testSeed } from '@qd/app-server/testing/places'
import { linePlace, serverPlace } from './places.ts'
import { resolveTarget } from './resolve-target.ts'

const text = z.optional(z.string())
const permission = { routerName: 'index', code: 'player.read', type: 'button', heldBy: [] } as const

/** A call that only says where the guard let it in. */
const probe = defineRoute({
  method: 'GET',
  path: '/adjust/probe',
  title: 'test.probe',
  permission,
  level: 3,
  risk: 'R0',
  query: z.object({ game: text, operator: text, lineId: text, sId: text, uId: text }),
  target: ({ query }) => query,
  reply: z.string(),
})

const feature: ServerFeature = {
  name: 'test',
  texts: new URL('../../contract/locales/', import.meta.url),
  routes: [serve(probe, (_input, ctx) => scopePath(ctx.place))],
}

const catalogue = catalogueOf(testSeed)

/** What is left of the catalogue when all that the grants do not hold was never there. */
function heldPart(whole: Catalogue, grants: readonly Grant[]): Catalogue {
  const servers = whole.servers.filter((server) => holds(grants, undefined, serverPlace(server)))
  const lines = whole.lines.filter(
    (line) =>
      holds(grants, undefined, linePlace(line)) || servers.some((server) => server.lineId === line.lineId),
  )
  // Whom a grant's own scope names is no secret to its holder, even if it opens nothing there.
  const operators = whole.operators.filter((operator) =>
    reaches(grants, undefined, { game: operator.game, operator: operator.partnerCode }),
  )
  return createCatalogue({ games: whole.games, operators, lines, servers })
}

let shown = catalogue
const { app, as, close } = createTestApp({
  features: [feature],
  scope: {
    resolve: (target) => resolveTarget({ catalogue: shown, moved: new Map() }, DEFAULT_BASES, target),
  },
})
afterAll(close)

async function answerTo(target: TargetRef, grants: readonly Grant[], seen: Catalogue): Promise<string> {
  shown = seen
  const named = Object.entries(target).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(named as [string, string][])
  const { http, body } = await as(aCaller('somebody', grants)).get(`/adjust/probe?${query}`)
  return `${http} ${body.err?.code ?? ''} ${JSON.stringify(body.data)} ${body.msg}`
}

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const target = fc.record({
  game: maybe('lantern', 'nix'),
  operator: maybe('harbour', 'northwind', 'nix'),
  lineId: maybe('harbour-dev', 'harbour-prod', 'northwind-test', 'dev', 'test', 'nix'),
  sId: maybe('1', '11', '123', '124', '777'),
  uId: maybe('10001000001', '10011000001', '10123000001', '30123000045', '30777000001', '90123000045'),
})
const grant = fc.record({
  scope: fc.constantFrom(
    '*',
    'lantern',
    'lantern/harbour',
    'lantern/northwind',
    'lantern/harbour/harbour-dev',
    'lantern/harbour/harbour-prod',
    'lantern/northwind/northwind-test',
    'lantern/northwind/northwind-test/123',
  ),
  environment: fc.constantFrom('*' as const, '*' as const, 'dev' as const, 'production' as const),
  codes: fc.constant(['index.player.read']),
})

describe('the guard over the catalogue', () => {
  it('answers the same whether a foreign object exists or not', async () => {
    await app.ready()
    await fc.assert(
      fc.asyncProperty(target, fc.array(grant, { minLength: 1, maxLength: 2 }), async (each, grants) => {
        const whole = await answerTo(each, grants, catalogue)
        expect(await answerTo(each, grants, heldPart(catalogue, grants))).toBe(whole)
      }),
      { seed: 20_261_121, numRuns: 3000 },
    )
  })

  it.each([
    ['lantern/harbour', { lineId: 'harbour-dev', sId: '11' }, '403 scope_disagree'],
    ['lantern/harbour', { lineId: 'harbour-dev', uId: '30123000045' }, '403 scope_disagree'],
    ['lantern/northwind', { lineId: 'harbour-dev', uId: '30123000045' }, '403 scope_forbidden'],
    ['lantern/northwind', { uId: '30123000045', sId: '124' }, '403 scope_disagree'],
    ['lantern/harbour/harbour-dev', { lineId: 'harbour-dev', sId: '11' }, '404 server_not_found'],
    ['lantern/harbour/harbour-dev', { lineId: 'harbour-dev', sId: '777' }, '404 server_not_found'],
    ['lantern/harbour/harbour-dev', { sId: '777' }, '403 scope_forbidden'],
    ['*', { sId: '777' }, '404 server_not_found'],
    ['*', { sId: '123' }, '400 scope_ambiguous'],
    ['lantern/northwind', { sId: '123' }, '200 '],
    ['*', { uId: '30123000045', lineId: 'harbour-dev' }, '403 scope_disagree'],
    ['*', { uId: '0' }, '400 uid_invalid'],
  ])('with %s and %j: %s', async (scope, named, expected) => {
    const answer = await answerTo(named, [{ scope, environment: '*', codes: ['*'] }], catalogue)
    expect(answer.startsWith(expected), answer).toBe(true)
  })
})
